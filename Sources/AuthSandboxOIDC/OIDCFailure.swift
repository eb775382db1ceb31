import AuthCore
import AuthSandboxKit

/// A refusal of an OAuth endpoint: `{"error","error_description"}` (RFC 6749 §5.2).
struct OIDCFailure: Error {
  let error: String
  let description: String
  var status = 400
  /// The value of `WWW-Authenticate`; nil for no such field.
  var challenge: String?
  /// The nonce for the next DPoP proof; nil for no nonce.
  var nonce: String?

  var response: SandboxResponse {
    var response = SandboxResponse.json(
      ["error": .string(error), "error_description": .string(description)], status: status, note: error)
    response.headers["Cache-Control"] = "no-store"
    response.headers["WWW-Authenticate"] = challenge
    response.headers["DPoP-Nonce"] = nonce
    return response
  }

  static func invalidRequest(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_request", description: description)
  }

  static func invalidGrant(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_grant", description: description)
  }

  static func invalidScope(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_scope", description: description)
  }

  /// A resource that the token may not be for (RFC 8707 §2).
  static func invalidTarget(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_target", description: description)
  }

  static func unauthorizedClient(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "unauthorized_client", description: description)
  }

  static let internalError = OIDCFailure(
    error: "server_error",
    description: "The sandbox could not sign a token or make a key. Report this to Latchkey's maintainers.",
    status: 500)
}

extension SandboxResponse {
  /// The response with the header that forbids caching (RFC 6749 §5.1).
  var withoutStorage: SandboxResponse {
    var response = self
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
