import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The client at the issuer: its id, and how it authenticates.
struct OIDCClient: Sendable {
  let id: String
  let authentication: OIDCClientAuthentication
  /// Where the issuer expects the secret of a client that registered itself; nil for another client.
  var registeredPlace: OIDCConfiguration.SecretPlace?

  /// Where the client's secret is sent.
  func secretPlace(
    _ configuration: OIDCConfiguration, _ metadata: OIDCMetadata
  ) -> OIDCConfiguration.SecretPlace {
    configuration.secretPlace ?? registeredPlace
      ?? (metadata.takesSecretInForm || configuration.differences.takesSecretInForm ? .form : .header)
  }
}

/// Finds the client: the configured one, or one that registers itself once (RFC 7591). A registration that the issuer
/// has forgotten is replaced by a new one.
struct OIDCClients: Sendable {
  let providerID: ProviderID
  let configuration: OIDCConfiguration
  let issuer: OIDCIssuer
  let services: ProviderServices

  private static let recordKey = "registration"
  /// A client that is refused so soon after its registration was not forgotten; another one would also be refused.
  private static let shortestLife: TimeInterval = 600

  /// Returns the client, and registers it if there is no registration.
  ///
  /// - Throws: `invalid_configuration` if the issuer does not offer registration; the issuer's refusal; errors of the
  ///   transport and the record store.
  func current() async throws(AuthError) -> OIDCClient {
    if let id = configuration.clientID {
      return OIDCClient(id: id, authentication: configuration.clientAuthentication)
    }
    return client(try await registered())
  }

  /// Returns the client after asking the issuer whether it still knows it (RFC 7592 §2.1), because a page for an
  /// unknown client does not return to the app. A client of an issuer without an address for this is not asked for.
  ///
  /// - Throws: the errors of `current()`.
  func confirmed() async throws(AuthError) -> OIDCClient {
    guard configuration.clientID == nil else { return try await current() }
    // Under the lock, and without a repetition: an issuer may replace the token with each response, and a second
    // request with the former token would look as if the issuer had forgotten the client.
    let known = try await services.records.withLock(on: Self.recordKey) {
      () async throws(AuthError) -> RegisteredClient? in
      guard let stored = try await stored() else { return nil }
      guard let management = stored.management else { return stored }
      let response = try await services.transport.send(
        TransportRequest(
          "GET", management.url,
          headers: ["Accept": "application/json", "Authorization": "Bearer " + management.token.revealText()],
          retry: .never, timeout: .seconds(10), responseSizeLimit: 65_536))
      if response.status == 401 {
        try await forget(stored.id, shortestLife: 0)
        return nil
      }
      // The new secret and token replace the former ones (RFC 7592 §2.1). A response in another format changes nothing.
      guard response.isSuccess, let answer = try? response.json(), let changed = stored.updated(by: answer) else {
        return stored
      }
      try await services.records.replace(changed.record, for: Self.recordKey)
      return changed
    }
    if let known { return client(known) }
    return try await current()
  }

  /// Removes the registration of a client that the issuer does not know any more. Does nothing for a configured client,
  /// for one that registered less than `shortestLife` seconds ago, and if another registration has replaced this one.
  ///
  /// - Throws: the record store's errors.
  func forget(_ id: String, shortestLife: TimeInterval = Self.shortestLife) async throws(AuthError) {
    guard configuration.clientID == nil, let record = try await services.records.read(Self.recordKey) else { return }
    let client = try RegisteredClient(record: record.value)
    // A registration of the future was made before the clock was corrected.
    let age = services.clock.now().timeIntervalSince(client.registeredAt)
    guard client.id == id, age >= shortestLife || age < 0 else { return }
    try await services.records.remove(Self.recordKey, expecting: record.version)
    services.observer.record(.step(provider: providerID, name: "registration_forgotten"))
  }

  private func client(_ registered: RegisteredClient) -> OIDCClient {
    OIDCClient(
      id: registered.id,
      authentication: registered.secret.map { .secret($0) } ?? configuration.clientAuthentication,
      registeredPlace: registered.secretPlace)
  }

  private func registered() async throws(AuthError) -> RegisteredClient {
    if let stored = try await stored() { return stored }
    return try await services.records.withLock(on: Self.recordKey) { () async throws(AuthError) -> RegisteredClient in
      // Another process may have registered the client in the meantime.
      if let stored = try await stored() { return stored }
      let new = try await register()
      try await services.records.replace(new.record, for: Self.recordKey)
      return new
    }
  }

  /// The stored registration; nil if this issuer has none, or if its secret has expired.
  private func stored() async throws(AuthError) -> RegisteredClient? {
    guard let record = try await services.records.read(Self.recordKey) else { return nil }
    let client = try RegisteredClient(record: record.value)
    return client.issuer == configuration.issuer && client.isUsable(at: services.clock.now()) ? client : nil
  }

  private func register() async throws(AuthError) -> RegisteredClient {
    let metadata = try await issuer.known().metadata
    guard let registration = configuration.registration, let endpoint = metadata.registrationEndpoint else {
      throw AuthError(
        .invalidConfiguration,
        "The issuer's metadata contain no 'registration_endpoint'. Register the client by hand at the issuer, and set "
          + "'clientId' instead of 'registration'.")
    }
    var headers: HTTPHeaders = ["Accept": "application/json"]
    if let token = registration.initialAccessToken { headers["Authorization"] = "Bearer " + token.revealText() }
    var request = TransportRequest.json(
      "POST", endpoint, RegistrationRequest(configuration, registration, metadata).json, headers: headers)
    request.timeout = .seconds(20)
    request.responseSizeLimit = 262_144
    let response = try await services.transport.send(request)
    if let failure = response.generalFailure(now: services.clock.now()) { throw failure }
    guard response.isSuccess, OIDCErrors.code(of: response) == nil else {
      throw AuthError(
        .invalidConfiguration,
        "The issuer refused to register the client (HTTP \(response.status)). Check 'redirectURL', 'scopes' and "
          + "'registration.initialAccessToken', or register the client by hand.",
        vendorCode: OIDCErrors.code(of: response).flatMap(OIDCErrors.safe))
    }
    return try RegisteredClient(try response.json(), issuer: configuration.issuer, at: services.clock.now())
  }
}
