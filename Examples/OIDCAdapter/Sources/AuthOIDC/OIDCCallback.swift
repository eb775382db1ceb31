import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The callback of the issuer's page (RFC 6749 §4.1.2, RFC 9207), read strictly, because any page can send a callback.
struct OIDCCallback: Sendable {
  /// The authorisation code.
  let code: Secret

  /// How a callback can be wrong.
  enum Failure: Error, Sendable {
    /// It does not belong to this flow. Another page must not end the flow, so the prompt stays.
    case stray(AuthError)
    /// It belongs to this flow and ends it.
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
  ///   parameter, a code together with an error, another `state`, another or (where it is required) no issuer;
  ///   what the issuer's error says when it refuses.
  init(_ callback: URL, for pending: PendingAuthorization) throws(Failure) {
    let text = callback.absoluteString
    guard text.utf8.count <= Self.maximumByteCount else { throw Self.stray("is too long") }
    guard !text.contains("#") else { throw Self.stray("has a fragment; the code flow answers in the query") }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let expected = pending.redirectURI.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves[0] == expected[0] else { throw Self.stray("came to another address") }
    guard halves.count == 2, let fields = PercentEncoding.decodeForm(halves[1]) else {
      throw Self.stray("is malformed")
    }
    var values: [String: String] = [:]
    for field in fields {
      guard values.updateValue(field.value, forKey: field.name) == nil else {
        throw Self.stray("repeats a parameter")
      }
    }
    // `state` first: without it, no other parameter is known to come from the issuer.
    guard let state = values["state"], ConstantTime.equal(state, pending.state) else {
      throw Self.stray("has no state of this flow")
    }
    if let issuer = values["iss"] {
      // RFC 9207 §2.4: simple string comparison.
      guard issuer == pending.issuer else { throw Self.refused("comes from another issuer") }
    } else if pending.requiresIssuer {
      throw Self.refused("does not name its issuer")
    }
    if let error = values["error"] {
      guard values["code"] == nil else { throw Self.refused("has both a code and an error") }
      throw .refused(OIDCErrors.error(named: error))
    }
    guard let code = values["code"], !code.isEmpty else { throw Self.refused("has no code") }
    self.code = Secret(code)
  }

  private static func stray(_ what: String) -> Failure {
    .stray(AuthError(.redirectMismatch, "The callback \(what). Open the page again.", recovery: .retryInput))
  }

  private static func refused(_ what: String) -> Failure {
    .refused(AuthError(.redirectMismatch, "The callback \(what). Start again.", recovery: .restart))
  }
}
