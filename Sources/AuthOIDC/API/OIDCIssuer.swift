import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's metadata and keys, fetched on first use. The metadata are fetched again after an hour; the keys follow
/// the rules of `JWKSCache`. The metadata of a preset with fixed addresses are not fetched, and nothing is fetched for
/// a server whose addresses are configured.
final class OIDCIssuer: Sendable {
  private let issuer: String
  private let aliases: [String]
  private let endpoints: OIDCEndpoints?
  private let fixed: JSONObject?
  private let usesCertificate: Bool
  private let transport: any HTTPTransport
  private let clock: any AuthClock
  private let held = Locked<Held?>(nil)

  private static let lifetime = Duration.seconds(3600)

  struct Known: Sendable {
    let metadata: OIDCMetadata
    /// Nil for a server that issues no ID tokens.
    let keys: JWKSCache?

    /// Fetches the keys that verify the next response, so that a failure does not waste a code or a token.
    func prepareKeys() async throws(AuthError) {
      if let keys { _ = try await keys.keys(holding: nil) }
    }
  }

  private struct Held: Sendable {
    let known: Known
    let at: Duration
  }

  init(_ configuration: OIDCConfiguration, transport: any HTTPTransport, clock: any AuthClock) {
    issuer = configuration.issuer
    aliases = configuration.differences.aliases
    endpoints = configuration.endpoints
    fixed = configuration.differences.metadata
    usesCertificate = configuration.usesCertificate
    self.transport = transport
    self.clock = clock
  }

  /// Returns the issuer's metadata and keys, and fetches the metadata if they are missing or older than an hour.
  ///
  /// - Throws: `malformed_response` for invalid metadata, `invalid_configuration` if a URL cannot be built from
  ///   `issuer`, and errors of the transport and of the issuer.
  func known() async throws(AuthError) -> Known {
    if let endpoints { return Known(metadata: OIDCMetadata(endpoints, issuer: issuer), keys: nil) }
    let now = clock.uptime()
    if let held = held.withLock({ $0 }), now - held.at < Self.lifetime { return held.known }
    let metadata = try OIDCMetadata(
      try await answer(), askedOf: issuer, aliases: aliases, usesCertificate: usesCertificate)
    return held.withLock { held in
      // The cached keys are kept as long as `jwks_uri` is unchanged.
      let keys = held.flatMap { $0.known.metadata.keysURL == metadata.keysURL ? $0.known.keys : nil }
      let known = Known(metadata: metadata, keys: keys ?? metadata.keysURL.map(cache))
      held = Held(known: known, at: now)
      return known
    }
  }

  /// The issuer's metadata, from the preset or from the issuer.
  private func answer() async throws(AuthError) -> JSONValue {
    if let fixed { return .object(fixed) }
    // A slash at the issuer's end is removed before the path is appended (OpenID Connect Discovery §4.1).
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard let url = URL(string: base + "/.well-known/openid-configuration") else {
      throw AuthError(.invalidConfiguration, "The URL of the metadata cannot be built from 'issuer'. Check 'issuer'.")
    }
    return try await Self.get(url, OIDCMetadata.maximumByteCount, transport: transport, clock: clock).json()
  }

  /// The metadata of the last successful request, regardless of their age; nil before the first one.
  var remembered: OIDCMetadata? { held.withLock { $0?.known.metadata } }

  private func cache(_ url: URL) -> JWKSCache {
    JWKSCache(clock: clock) { [transport, clock] () throws(AuthError) in
      try await Self.get(url, JWKSet.maximumByteCount, transport: transport, clock: clock).body
    }
  }

  private static func get(
    _ url: URL, _ limit: Int, transport: any HTTPTransport, clock: any AuthClock
  ) async throws(AuthError) -> TransportResponse {
    let request = TransportRequest(
      "GET", url, headers: ["Accept": "application/json"], timeout: .seconds(10), responseSizeLimit: limit)
    let response = try await transport.send(request)
    if let failure = response.generalFailure(now: clock.now()) { throw failure }
    guard response.isSuccess else {
      throw AuthError(
        .malformedResponse, "The issuer returned HTTP \(response.status) for its metadata or keys. Check 'issuer'.")
    }
    return response
  }
}
