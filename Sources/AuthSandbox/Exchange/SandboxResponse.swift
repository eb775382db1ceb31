public import AuthCore

/// One answer of the sandbox.
public struct SandboxResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]
  /// Why, in a few words for the request log: never a token, a code or a key.
  public var note: String?
  /// The WebSocket that the answer opens; its status is 101.
  package var socket: SandboxSocketID?

  /// An answer.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], note: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.note = note
  }

  /// A JSON answer. The content type stands alone, without a character set: Authsignal's Python SDK reads nothing else.
  public static func json(_ value: JSONValue, status: Int = 200, note: String? = nil) -> SandboxResponse {
    SandboxResponse(
      status: status, headers: ["Content-Type": "application/json"], body: value.serialized, note: note)
  }

  /// The sandbox's own refusals, outside any vendor's form: `{"error","message"}`.
  package static func refusal(_ status: Int, _ error: String, _ message: String) -> SandboxResponse {
    .json(["error": .string(error), "message": .string(message)], status: status, note: error)
  }

  /// 404 in the sandbox's own form.
  package static func notFound(_ request: SandboxRequest) -> SandboxResponse {
    .refusal(404, "not_found", "The sandbox has nothing at this path.")
  }
}
