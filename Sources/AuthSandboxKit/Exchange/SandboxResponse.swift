public import AuthCore
import AuthText

/// One response of the sandbox.
public struct SandboxResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The bytes of the body.
  public var body: [UInt8]
  /// The reason for the response, in a few words for the request log, and never a token, a code or a key; nil for no
  /// note.
  public var note: String?
  /// The WebSocket that the response opens, with status 101; nil for any other response.
  package var socket: SandboxSocketID?

  /// Creates a response, by default without header fields, a body or a note.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], note: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.note = note
  }

  /// Returns a JSON response. The content type has no `charset` parameter, since Authsignal's Python SDK accepts none.
  public static func json(_ value: JSONValue, status: Int = 200, note: String? = nil) -> SandboxResponse {
    SandboxResponse(
      status: status, headers: ["Content-Type": "application/json"], body: value.serialized, note: note)
  }

  /// Returns a refusal in the sandbox's own form, `{"error","message"}`, which no vendor uses. `error` becomes the note
  /// of the entry in the request log. The message is escaped and cut, because it may repeat a part of the request.
  public static func refusal(_ status: Int, _ error: String, _ message: String) -> SandboxResponse {
    let shown = EscapedText(message, limit: messageLimit).description
    return .json(["error": .string(error), "message": .string(shown)], status: status, note: error)
  }

  private static let messageLimit = 1000

  /// Returns status 501 for a vendor's route that the sandbox lacks. No vendor sends 501, so that a test can tell a
  /// missing route of the sandbox from a refusal of the vendor.
  public static func missingRoute(_ request: SandboxRequest) -> SandboxResponse {
    .refusal(
      501, "missing_route",
      "The sandbox does not have the route \(request.method) \(request.mount)\(request.route). Check the method and "
        + "the path. If the vendor has the route, report this to the author of the vendor's sandbox servers.")
  }

  /// Returns status 404 in the sandbox's own form, for a path outside the vendors' APIs, or one that does not exist
  /// with the request's method.
  public static func notFound(_ request: SandboxRequest) -> SandboxResponse {
    .refusal(404, "not_found", "The sandbox does not serve this path with this method. Check both.")
  }
}
