import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last nonce of each origin, for the next proof (RFC 9449 §8, §9).
final class DPoPNonceMemory: Sendable {
  private let nonces = Locked<[Origin: String]>([:])

  /// The maximum number of origins whose nonces are kept, so that the memory stays bounded. An issuer and its resource
  /// servers have only a few origins. If there are more, all nonces are removed before the next one is stored.
  private static let maximumCount = 32

  /// Returns the nonce for a request to `url`; nil if its server has sent none.
  func nonce(for url: URL) -> String? {
    guard let origin = Origin(url) else { return nil }
    return nonces.withLock { $0[origin] }
  }

  /// Stores the nonce of a response, if there is one (RFC 9449 §8.2).
  ///
  /// - Returns: whether the server refused the request because it requires the nonce in this response: 400 from an
  ///   authorisation server (§8), 401 from a resource server (§9).
  func learn(from response: TransportResponse, to url: URL) -> Bool {
    guard let origin = Origin(url), let nonce = response.headers["DPoP-Nonce"], Self.isNonce(nonce) else {
      return false
    }
    nonces.withLock { nonces in
      if nonces[origin] == nil, nonces.count >= Self.maximumCount { nonces.removeAll() }
      nonces[origin] = nonce
    }
    switch response.status {
    case 400: return Self.asksInBody(response)
    case 401:
      return response.headers.values(of: "WWW-Authenticate").contains { $0.contains(Self.code) }
        || Self.asksInBody(response)
    default: return false
    }
  }

  private static let code = "use_dpop_nonce"

  private static func asksInBody(_ response: TransportResponse) -> Bool {
    do throws(AuthError) { return try response.json()["error"]?.stringValue == code } catch { return false }
  }

  /// Returns whether the text is a nonce: one or more NQCHAR (RFC 9449 §8.1), and at most 1024, a limit of this
  /// package.
  private static func isNonce(_ text: String) -> Bool {
    (1...1024).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
  }
}
