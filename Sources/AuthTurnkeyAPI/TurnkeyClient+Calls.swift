public import AuthCore
import AuthTurnkey

extension TurnkeyClient {
  /// Asks anything by its name, `query/<name>`; the answer becomes whatever the caller says, a `JSONValue` at least.
  ///
  /// - Parameters:
  ///   - name: `get_user`.
  ///   - fields: the request's members but for `organizationId`, which is the client's unless they say another.
  /// - Throws: the vendor's refusal with its code in `vendorCode`; what the transport and the stamper throw.
  public func query<Answer: TurnkeyValue>(
    _ name: String, _ fields: JSONObject = [:]
  ) async throws(AuthError) -> Answer {
    var body: JSONObject = ["organizationId": .string(organizationID)]
    for member in fields.members { body[member.name] = member.value }
    return try Answer(json: try await api.query(name, .object(body), stamper: stamper))
  }

  /// Submits anything by its name, `submit/<name>`, and gives what its activity results in.
  ///
  /// - Parameters:
  ///   - name: `create_wallet`.
  ///   - type: the activity's type where it is not the current one of the vendor's interface description.
  ///   - parameters: as the vendor describes them; numbers of 64 bits are texts.
  ///   - result: the member of the activity's result where it is not the current one; with a `type` of your own, where
  ///     it is not the name in camel case with `Result`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden` for a rejected activity, the vendor's own failure,
  ///   `timeout` when the outcome is not known after ten seconds.
  public func submit<Result: TurnkeyValue>(
    _ name: String, type: String? = nil, _ parameters: JSONObject, result: String? = nil
  ) async throws(AuthError) -> Result {
    try Result(
      json: try await api.submit(
        name, body: body(of: name, type: type, parameters), organizationID: organizationID,
        result: result ?? ActivityKind.named(name, type: type).result, stamper: stamper))
  }

  /// Submits anything by its name and gives its activity, whatever came of it: for who handles consensus, further
  /// factors or statuses that are new.
  public func activity(
    _ name: String, type: String? = nil, _ parameters: JSONObject
  ) async throws(AuthError) -> TurnkeyActivity {
    try await activity(name, body: body(of: name, type: type, parameters))
  }

  /// The body of a submission, for who sends it more than once: the same bytes are the same activity, so that a lost
  /// answer does no harm.
  public func body(of name: String, type: String? = nil, _ parameters: JSONObject) -> [UInt8] {
    VendorActivity.body(
      type: type ?? ActivityKind.named(name).type, organizationID: organizationID, parameters: parameters,
      now: api.clock.now())
  }

  /// Submits a body that `body(of:_:)` gave.
  public func activity(_ name: String, body: [UInt8]) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.activity(name, body: body, organizationID: organizationID, stamper: stamper))
  }

  /// An activity by its id (`get_activity`).
  public func activity(id: String) async throws(AuthError) -> TurnkeyActivity {
    let answer: JSONValue = try await query("get_activity", ["activityId": .string(id)])
    return TurnkeyActivity(try VendorActivity(answer))
  }
}
