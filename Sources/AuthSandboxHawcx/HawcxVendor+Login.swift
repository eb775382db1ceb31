import AuthCore
import AuthSandboxKit

extension HawcxVendor {
  static let loginRoute = "/login"

  /// `GET /login?op=…`, `POST /login` with the values of a form: the page to which `/authorize` redirects if the policy
  /// does not name another page. The page runs the flow as a client's page does, with the hosted session (H22).
  mutating func logIn(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    let fields = request.method == "POST" ? request.formFields ?? [] : request.query
    func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
    guard let hosted = hostedSessions[field("op")], world.now < hosted.request.expires else {
      return HawcxLoginPage.notUnderWay
    }
    let page = HawcxLoginPage(op: field("op"), session: field("session"))
    guard request.method == "POST" else { return page.response(page.identifier) }
    let (id, failure) = act(fields, on: page, world: &world)
    guard let id, let flow = flows[id] else {
      // The flow has ended or has not begun, so the user starts a new one.
      return page.response(page.identifier, failing: failure)
    }
    if case .completed = flow.step {
      let query = PercentEncoding.encodeForm([
        (name: "op", value: page.op), (name: "client_id", value: hosted.request.clientID),
      ])
      return SandboxResponse(
        status: 303,
        headers: ["Location": world.baseURL + "/hawcx/authorize/resume?" + query, "Cache-Control": "no-store"])
    }
    let next = HawcxLoginPage(op: page.op, session: id)
    return next.response(next.form(flow.step), failing: failure)
  }

  /// Sends the action of a form to the flow, and returns the flow's id and the message of a failure.
  private mutating func act(
    _ fields: [(name: String, value: String)], on page: HawcxLoginPage, world: inout SandboxWorld
  ) -> (flow: String?, failure: String?) {
    var action = JSONObject()
    for field in fields where HawcxLoginPage.actionFields.contains(field.name) {
      action[field.name] = .string(field.value)
    }
    if action["type"] == "start" {
      action["flowType"] = "signin"
      action["opSessionId"] = .string(page.op)
    }
    let body: JSONValue = [
      "protocolVersion": 2, "session": page.session.isEmpty ? .null : .string(page.session), "action": .object(action),
    ]
    let request = SandboxRequest("POST", "/hawcx/v1/auth", json: body, headers: ["X-Config-Id": project.configID])
    let response = authenticate(request, world: &world)
    do throws(JSONError) {
      let answer = try JSONValue(parsing: response.body)
      let step = answer["step"]
      return (answer["session"]?.stringValue, step?["type"] == "error" ? step?["message"]?.stringValue : nil)
    } catch {
      return (nil, "The sandbox could not read its own response. Report this to Latchkey's maintainers.")
    }
  }
}
