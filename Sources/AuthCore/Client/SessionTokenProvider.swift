/// A token provider that returns a token of another provider's session: in a configuration,
/// `{"session": "<instance>", "token": "identity"}` or `"access"`.
struct SessionTokenProvider: TokenProvider {
  /// A weak reference, to avoid a reference cycle: the client keeps the provider instances, which keep this object.
  private let client: WeakClient
  private let providerID: ProviderID
  private let kind: TokenSource.SessionTokenKind

  init(client: AuthClient, providerID: ProviderID, kind: TokenSource.SessionTokenKind) {
    self.client = WeakClient(client)
    self.providerID = providerID
    self.kind = kind
  }

  func token(for request: TokenRequest) async throws -> Secret? {
    guard let client = client.value else {
      throw TokenProviderUnavailable(
        "the AuthClient whose session has the token was released; keep a reference to the client")
    }
    let session: Session
    do throws(AuthError) {
      session = try await client.session(provider: providerID)
    } catch {
      guard error.code == .notSignedIn else { throw error }
      return nil
    }
    let token = pick(session)
    guard let rejected = request.rejected, token == rejected else { return token }
    guard let renewed = pick(try await client.refresh(provider: providerID)) else { return nil }
    return try request.taking(renewed, from: "the session of '\(providerID)'")
  }

  private func pick(_ session: Session) -> Secret? {
    switch kind {
    case .identity: session.tokens.identity ?? session.tokens.access
    case .access: session.tokens.access
    }
  }
}

/// A weak reference that can be passed by value.
private final class WeakClient: Sendable {
  private let reference: Locked<Reference>

  private struct Reference {
    weak var client: AuthClient?
  }

  init(_ client: AuthClient) { reference = Locked(Reference(client: client)) }

  var value: AuthClient? { reference.withLock { $0.client } }
}
