import AuthCore

/// One request to the agent: one line of its protocol.
struct AgentRequest: Sendable, Equatable {
  enum Action: Sendable, Equatable {
    case ping
    case status
    case stop
    case accounts
    /// The access token of a session, valid for at least so many seconds.
    case token(AgentAccount, minimumValidity: Int?)
    /// The header fields that authorise an HTTP request.
    case authorize(AgentAccount, AgentHTTPRequest)
    /// The signature of a session's key over these bytes.
    case sign(AgentAccount, [UInt8])
  }

  /// The version of the protocol.
  static let version: Int64 = 1

  let action: Action
  /// The configuration that the client expects the agent to have; nil if the client does not say.
  let configuration: String?

  /// Reads a line without its end.
  ///
  /// - Returns: the `id` that the answer repeats, null if the line has none, and the request. The request is
  ///   `invalid_request` if the line is not a JSON object, or if a field is missing, unknown, or in the wrong format.
  static func read(_ line: some Sequence<UInt8>) -> (id: JSONValue, request: Result<AgentRequest, AuthError>) {
    let object: JSONObject
    do throws(JSONError) {
      guard let parsed = try JSONValue(parsing: line, depthLimit: 4).objectValue else {
        return (.null, .failure(AuthError(.invalidRequest, "A request must be a JSON object on one line.")))
      }
      object = parsed
    } catch {
      return (.null, .failure(AuthError(.invalidRequest, "The request is not valid JSON: \(error).")))
    }
    var fields = AgentFields(object)
    var id = JSONValue.null
    do throws(AuthError) {
      id = try fields.id()
      return (id, .success(try AgentRequest(&fields)))
    } catch {
      return (id, .failure(error))
    }
  }

  private init(_ fields: inout AgentFields) throws(AuthError) {
    guard try fields.integer("version", in: Self.version...Self.version) != nil else {
      throw AuthError(.invalidRequest, "The field 'version' is missing. Set it to \(Self.version).")
    }
    configuration = try fields.text("configuration", limit: 128)
    let name = try fields.required("request", limit: 64)
    switch name {
    case "ping": action = .ping
    case "status": action = .status
    case "stop": action = .stop
    case "accounts": action = .accounts
    case "token":
      let validity = try fields.integer("minValidity", in: 1...31_536_000).map { Int($0) }
      action = .token(try AgentAccount(&fields), minimumValidity: validity)
    case "authorize":
      let request = try AgentHTTPRequest(&fields)
      action = .authorize(try AgentAccount(&fields), request)
    case "sign":
      guard let body = try fields.body() else {
        throw AuthError(.invalidRequest, "'sign' needs the bytes to sign, in the field 'body' or 'bodyBase64'.")
      }
      action = .sign(try AgentAccount(&fields), body)
    default:
      throw AuthError(
        .invalidRequest,
        "The field 'request' names no request. Use ping, status, stop, accounts, token, authorize or sign.")
    }
    try fields.finish(name)
  }
}
