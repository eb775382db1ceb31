import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The callback of the issuer's page (RFC 6749 §4.1.2, RFC 9207), read strictly, because any page can send a callback.
struct AuthorizationResponse: Sendable {
  /// The authorisation code.
  let code: Secret

  /// The kinds of invalid callbacks.
  enum Failure: Error, Sendable {
    /// The callback does not belong to this flow. Any page can send such a callback, so it must
    /// not end the flow: the prompt stays.
    case stray(AuthError)
    /// The callback belongs to this flow and ends the flow.
    case refused(AuthError)

    var error: AuthError {
      switch self {
      case .stray(let error), .refused(let error): error
      }
    }
  }

  static let maximumByteCount = 8192

  /// Reads the callback of `pending`.
  ///
  /// - Throws: `Failure`: `redirect_mismatch` for another address, a fragment, more than 8 KiB, a repeated or missing
  ///   parameter, a code together with an error, another `state`, another issuer, or no issuer where one is required.
  ///   If the callback contains an error of the issuer, the error of `OIDCErrors`.
  init(_ callback: URL, for pending: PendingAuthorization) throws(Failure) {
    let text = callback.absoluteString
    guard text.utf8.count <= Self.maximumByteCount else {
      throw Self.stray("is longer than \(Self.maximumByteCount) bytes")
    }
    guard !text.contains("#") else { throw Self.stray("has a fragment; the code flow uses the query") }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let expected = pending.redirectURI.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves[0] == expected[0] else { throw Self.stray("has an address other than the redirect URL") }
    guard halves.count == 2, let fields = PercentEncoding.decodeForm(halves[1]) else {
      throw Self.stray("is malformed")
    }
    var values: [String: String] = [:]
    for field in fields {
      guard values.updateValue(field.value, forKey: field.name) == nil else {
        throw Self.stray("repeats a parameter")
      }
    }
    // `state` comes first: without the right one, the other parameters may come from any page.
    guard let state = values["state"], ConstantTime.equal(state, pending.state) else {
      throw Self.stray("does not contain the 'state' of this flow")
    }
    if let issuer = values["iss"] {
      // RFC 9207 §2.4: simple string comparison.
      guard issuer == pending.issuer else {
        throw Self.refused("names another issuer ('iss')")
      }
    } else if pending.requiresIssuer {
      throw Self.refused(
        "does not name its issuer ('iss')", "Start again. If the issuer never does, remove 'requireIssuerInCallback'.")
    }
    if let error = values["error"] {
      guard values["code"] == nil else { throw Self.refused("has both a code and an error") }
      throw .refused(OIDCErrors.error(named: error))
    }
    guard let code = values["code"], !code.isEmpty else { throw Self.refused("has no 'code'") }
    self.code = Secret(code)
  }

  private static func stray(_ what: String) -> Failure {
    .stray(AuthError(.redirectMismatch, "The callback \(what). Open the page again.", recovery: .retryInput))
  }

  private static func refused(_ what: String, _ remedy: String = "Start again.") -> Failure {
    .refused(AuthError(.redirectMismatch, "The callback \(what). \(remedy)", recovery: .restart))
  }
}
