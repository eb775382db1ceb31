#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Proofs of possession for requests (DPoP, RFC 9449), as two functions, because this target cannot sign.
/// `RequestProofs.dpop(_:)` of AuthCrypto creates the functions, which also keep the nonces that servers require in
/// proofs.
public struct RequestProofs: Sendable {
  /// Returns a request with a new proof of possession of a key. If a token is given, the proof is bound to the token.
  public typealias Attach =
    @Sendable (TransportRequest, KeyReference, Secret?) async throws(AuthError) -> TransportRequest
  /// Stores the nonce of a response from a URL, and returns whether the request must be repeated with it.
  public typealias Learn = @Sendable (TransportResponse, URL) -> Bool

  private let attach: Attach
  private let learn: Learn

  /// Whether a provider's block asks for proofs: the values of the key `dpop`.
  public enum Use: String, Sendable, CaseIterable {
    /// The session has no key, and its token is a bearer token.
    case off
    /// Every new session gets a key, and requests to the app's own backend prove its possession.
    case required
  }

  /// Creates proofs from two functions.
  public init(attach: @escaping Attach, learn: @escaping Learn) {
    self.attach = attach
    self.learn = learn
  }

  /// Returns the request with a new proof.
  ///
  /// - Parameters:
  ///   - request: the request; its method and URL are part of the proof.
  ///   - key: the key whose possession is proved.
  ///   - token: the access token of the request; nil for none.
  /// - Throws: `key_unavailable` for a key of an algorithm that proofs do not use, and the key store's errors.
  public func attached(
    to request: TransportRequest, key: KeyReference, token: Secret? = nil
  ) async throws(AuthError) -> TransportRequest {
    try await attach(request, key, token)
  }

  /// Stores the nonce of a response (RFC 9449 §8.2).
  ///
  /// - Returns: whether the server refused the request because it requires this nonce in the proof.
  public func learn(from response: TransportResponse, to url: URL) -> Bool { learn(response, url) }

  /// Sends a request with a proof of `key`, or without a proof if `key` is nil. Sends it a second time, but never a
  /// third, if the server requires a nonce in the proof (RFC 9449 §8, §9).
  ///
  /// - Parameters:
  ///   - transport: the transport.
  ///   - key: the key whose possession is proved; nil for none.
  ///   - token: the access token of the request; nil for none.
  ///   - make: makes the request. It is called for each attempt, because a request may contain values that a server
  ///     accepts only once.
  /// - Throws: the errors of `attached(to:key:token:)`, of the transport and of `make`.
  public func send(
    by transport: any HTTPTransport, key: KeyReference?, token: Secret? = nil,
    _ make: () throws(AuthError) -> TransportRequest
  ) async throws(AuthError) -> TransportResponse {
    guard let key else {
      let request = try make()
      let response = try await transport.send(request)
      _ = learn(response, request.url)
      return response
    }
    let first = try await attach(make(), key, token)
    let answer = try await transport.send(first)
    guard learn(answer, first.url) else { return answer }
    let second = try await attach(make(), key, token)
    let final = try await transport.send(second)
    _ = learn(final, second.url)
    return final
  }

  /// Returns a request whose bearer token is sent as a DPoP token with a proof of `key` (RFC 9449 §7.1). A request
  /// without a bearer token is returned unchanged.
  ///
  /// - Throws: the errors of `attached(to:key:token:)`.
  func binding(_ request: TransportRequest, to key: KeyReference) async throws(AuthError) -> TransportRequest {
    let (bound, token) = Self.binding(request)
    guard let token else { return request }
    return try await attach(bound, key, token)
  }

  /// Returns a request with its bearer token as a DPoP token, and the token; nil for a request without one.
  static func binding(_ request: TransportRequest) -> (request: TransportRequest, token: Secret?) {
    let scheme = "Bearer "
    guard let value = request.headers["Authorization"], value.hasPrefix(scheme) else { return (request, nil) }
    let token = Secret(String(value.dropFirst(scheme.count)))
    var bound = request
    bound.headers["Authorization"] = "DPoP " + token.revealText()
    return (bound, token)
  }
}

extension ConfigurationReader {
  /// Reads the key `dpop` of a provider whose sessions have a key only if the app asks for one.
  ///
  /// - Throws: `invalid_configuration` for another value.
  public mutating func requiresProofs() throws(AuthError) -> Bool {
    try choice(
      "dpop", "whether requests to the app's own backend prove possession of a key of the session (RFC 9449)",
      default: RequestProofs.Use.off) == .required
  }
}
