import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The credential with which a client authenticates at an endpoint (RFC 6749 §2.3, RFC 7523 §2.2).
enum OIDCClientCredential: Sendable {
  case none(id: String)
  case secret(id: String, String, OIDCRegisteredClient.Authentication)
  case assertion(id: String, String)

  static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// Reads the credential of a request.
  ///
  /// - Throws: `invalid_request` for more than one credential, `invalid_client` for none or a malformed one.
  init(_ request: SandboxRequest, _ parameters: OIDCParameters) throws(OIDCFailure) {
    let hasHeader = request.headers["Authorization"].map { $0.lowercased().hasPrefix("basic ") } ?? false
    let count = [hasHeader, parameters["client_secret"] != nil, parameters["client_assertion"] != nil].count { $0 }
    guard count < 2 else {
      throw .invalidRequest("The request has more than one credential of the client. Send one.")
    }
    if hasHeader {
      // Both parts are form-encoded (RFC 6749 §2.3.1).
      guard let basic = request.basicCredentials, let id = Self.decoded(basic.name),
        let secret = Self.decoded(basic.password), parameters["client_id"].map({ $0 == id }) ?? true
      else { throw .invalidClient(isBasic: true) }
      self = .secret(id: id, secret, .secretInHeader)
    } else if let secret = parameters["client_secret"] {
      self = .secret(id: try parameters.required("client_id"), secret, .secretInForm)
    } else if let assertion = parameters["client_assertion"] {
      guard parameters["client_assertion_type"] == Self.assertionType,
        let id = parameters["client_id"] ?? Self.subject(of: assertion)
      else { throw .invalidClient(isBasic: false) }
      self = .assertion(id: id, assertion)
    } else {
      guard let id = parameters["client_id"] else { throw .invalidClient(isBasic: false) }
      self = .none(id: id)
    }
  }

  /// The client that a credential names. It is not authenticated yet.
  var id: String {
    switch self {
    case .none(let id), .secret(let id, _, _), .assertion(let id, _): id
    }
  }

  private static func decoded(_ text: String) -> String? {
    PercentEncoding.decode(text.replacing("+", with: " "))
  }

  /// The `sub` of an assertion that is not verified yet.
  private static func subject(of assertion: String) -> String? {
    do {
      return try JSONValue(parsing: try JWS(compact: assertion).payload)["sub"]?.stringValue
    } catch {
      return nil
    }
  }
}

extension OIDCFailure {
  /// A client that could not be authenticated (RFC 6749 §5.2).
  static func invalidClient(isBasic: Bool) -> OIDCFailure {
    OIDCFailure(
      error: "invalid_client",
      description: "The client is unknown, or its credential is missing, wrong, used before or of a kind that "
        + "the client is not registered for. Send the credential of the client's registration.",
      status: 401, challenge: isBasic ? "Basic realm=\"oidc\"" : nil)
  }
}
