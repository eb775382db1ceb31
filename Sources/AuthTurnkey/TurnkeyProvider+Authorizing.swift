public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyProvider: RequestAuthorizing {
  /// The origins that may receive credentials.
  public var origins: [Origin] { configuration.origins }

  /// Adds credentials to a request. For the vendor's API, the session's key stamps the exact body, or an empty body
  /// if the request has no body.
  ///
  /// Any other destination, such as the app's own backend, gets the session's JWT as a bearer token and no stamp. A
  /// stamp covers only the body, so a server that receives the stamp of a request without a body could reuse it
  /// elsewhere. If the session has no JWT, the request carries a proof of possession of the key for this method and
  /// URL (RFC 9449).
  ///
  /// - Throws: `key_unavailable` if a stamp or proof is needed and the session has no key, its key store is not open,
  ///   or the key is locked; `internal` if the key store returns an invalid signature; the key store's other errors.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    var authorized = request
    if configuration.stamps(request.url) {
      TurnkeyAPI.complete(&authorized, with: try await stamper(of: session).stamp(request.body ?? []))
    } else if let token = session.tokens.access {
      authorized.headers["Authorization"] = "Bearer " + token.revealText()
    } else {
      guard let key = session.key else { throw noKey }
      authorized = try await proofs.attached(to: authorized, key: key)
    }
    return authorized
  }

  /// The proofs for requests whose JWT is sent with a proof; nil unless the configuration asks for them.
  public func proofs(for request: TransportRequest) -> RequestProofs? {
    configuration.provesPossession && !configuration.stamps(request.url) ? proofs : nil
  }

  /// Stores the nonce of a response of the app's own server, and returns whether the request must be repeated with it
  /// (RFC 9449 §9).
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    configuration.stamps(request.url) ? false : proofs.learn(from: response, to: request.url)
  }

  /// Returns a stamper that uses a session's key.
  ///
  /// - Throws: `key_unavailable` if the session has no key, or if its key store is not among those of this client.
  public func stamper(of session: Session) throws(AuthError) -> KeyStoreStamper {
    guard let key = session.key else { throw noKey }
    return try KeyStoreStamper(key: key, in: services.keys)
  }

  private var noKey: AuthError {
    AuthError(.keyUnavailable, "The session has no key. Sign in again.", recovery: .signIn, provider: id)
  }
}

extension TurnkeyConfiguration {
  /// Whether a stamp may be sent to an address. The address must be below the API's base URL, path included, because an
  /// app's backend can share the origin. Every server must read the rest of the path in the same way, so the path may
  /// have only plain segments: no percent-encoding, no `.` or `..`.
  func stamps(_ url: URL) -> Bool {
    guard let origin = Origin(url), origin == Origin(apiBaseURL) else { return false }
    var base = Self.segments(apiBaseURL)
    while base.last?.isEmpty == true { base.removeLast() }
    let path = Self.segments(url)
    return path.count > base.count && path.starts(with: base) && path.dropFirst(base.count).allSatisfy(Self.isPlain)
  }

  /// The segments of the path, as they are sent.
  private static func segments(_ url: URL) -> [Substring] {
    let rest = url.absoluteString.drop { $0 != ":" }.dropFirst("://".count).drop { !"/?#".contains($0) }
    return rest.prefix { $0 != "?" && $0 != "#" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Whether a segment is one or more unreserved characters (RFC 3986 §2.3), and not `.` or `..`.
  private static func isPlain(_ segment: Substring) -> Bool {
    !segment.isEmpty && segment != "." && segment != ".."
      && segment.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }
}
