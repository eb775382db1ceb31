public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An OpenID Connect issuer's metadata and keys, for verifiers. They are fetched at the first use; the metadata are
/// fetched again after an hour, and the former ones are used for up to a day while that fails. The keys follow the
/// rules of `JWKSCache`.
public final class IssuerKeys: Sendable {
  /// What a verifier needs of an issuer.
  public struct Known: Sendable {
    /// The cache of the issuer's published keys.
    public let keys: JWKSCache
    /// The address for introspection (RFC 7662); nil if the issuer has none.
    public let introspectionEndpoint: URL?
    let keysURL: URL
  }

  private struct State {
    var known: Known?
    var fetchedAt: Duration = .zero
    /// The last fetch that failed.
    var failure: (error: AuthError, at: Duration)?
  }

  /// The issuer, exactly as its metadata and tokens write it.
  public let issuer: String
  private let services: VerifierServices
  private let state = Locked(State())
  private let flight = SharedFetch<Known>()

  private static let lifetime = Duration.seconds(3600)
  private static let staleLimit = Duration.seconds(24 * 3600)
  private static let retryInterval = Duration.seconds(30)
  private static let firstRetryInterval = Duration.seconds(5)
  private static let maximumByteCount = 65_536

  /// Creates the keys of an issuer, without I/O.
  public init(issuer: String, services: VerifierServices) {
    self.issuer = issuer
    self.services = services
  }

  /// Returns what is known of the issuer, and fetches the metadata if they are missing or older than an hour.
  /// Concurrent callers share one fetch.
  ///
  /// - Throws: the errors of the fetch, if there are no metadata of the last day; `malformed_response` for metadata of
  ///   another issuer, or without a valid `jwks_uri`.
  public func known() async throws(AuthError) -> Known {
    let now = services.clock.uptime()
    let held = state.withLock { $0 }
    if let known = held.known, now - held.fetchedAt < Self.lifetime { return known }
    let stale = held.known.flatMap { now - held.fetchedAt < Self.staleLimit ? $0 : nil }
    // A server that fails is not asked for every request.
    if let failure = held.failure, now - failure.at < (stale == nil ? Self.firstRetryInterval : Self.retryInterval) {
      if let stale { return stale }
      throw failure.error
    }
    do throws(AuthError) {
      return try await flight.run { () async throws(AuthError) in try await self.fetch() }
    } catch {
      let at = services.clock.uptime()
      state.withLock { $0.failure = (error, at) }
      if let stale { return stale }
      throw error
    }
  }

  private func fetch() async throws(AuthError) -> Known {
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard let url = URL(string: base + "/.well-known/openid-configuration") else {
      throw AuthError(.invalidConfiguration, "The URL of the metadata cannot be built from 'issuer'. Check 'issuer'.")
    }
    let answer = try await PublishedDocument.get(
      url, limit: Self.maximumByteCount, transport: services.transport, clock: services.clock
    ).json()
    guard answer["issuer"]?.stringValue.hasSameBytes(as: issuer) == true else {
      throw AuthError(
        .malformedResponse, "The metadata name another issuer. Write 'issuer' exactly as the metadata do.")
    }
    let isLocal = Origin(issuer)?.isLoopback == true
    func address(_ name: String) -> URL? {
      guard let text = answer[name]?.stringValue, let origin = Origin(text),
        origin.scheme == "https" || (isLocal && origin.isLoopback)
      else { return nil }
      return URL(string: text)
    }
    guard let keysURL = address("jwks_uri") else {
      throw AuthError(.malformedResponse, "The issuer's metadata have no valid 'jwks_uri'. Check 'issuer'.")
    }
    let introspection = address("introspection_endpoint")
    let now = services.clock.uptime()
    return state.withLock { state in
      // The cached keys are kept as long as their address is unchanged.
      let keys = state.known.flatMap { $0.keysURL == keysURL ? $0.keys : nil }
      let known = Known(
        keys: keys ?? JWKSCache(publishedAt: keysURL, services: services), introspectionEndpoint: introspection,
        keysURL: keysURL)
      state = State(known: known, fetchedAt: now)
      return known
    }
  }
}

extension IssuerKeys.Known: Redacting {
  /// The address of the keys.
  public var shownParts: KeyValuePairs<String, String> { ["keys": RedactedURL.text(keysURL)] }
}
