public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks who calls a backend, for the users of every configured provider.
///
/// ```swift
/// let verifier = try RequestVerifier(
///   configuration: .load(contentsOf: "auth.json"), plugins: [.turnkey, .privy, .oidc], services: services)
/// let principal = try await verifier.verify(PresentedRequest("GET", url, headers: headers))
/// ```
///
/// It routes the credential to the verifier of its provider, checks a proof of possession where the credential is bound
/// to a key (RFC 9449), compares the principal with what the route requires, and finds the app's user. Keys are cached,
/// so that a request usually causes no request to a vendor; introspection (RFC 7662) and forwarded requests are
/// exceptions.
public struct RequestVerifier: Sendable {
  private let verifiers: [any CredentialVerifier]
  private let router: CredentialRouter
  private let proofs: DPoPVerifier
  private let accounts: (any AccountResolving)?
  private let challenges: AuthenticationChallenges
  private let maximumBodyByteCount: Int
  private let clock: any AuthClock

  /// Creates a verifier from the app's configuration. The selected provider and its fallbacks must be linked; other
  /// blocks are used if they are.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that the app also has. The keys that only the backend needs are in the object
  ///     `verifier` of each block.
  ///   - plugins: the verifiers that the backend links.
  ///   - services: transport, clock and the memory of proofs.
  ///   - accounts: finds the app's user of a principal; nil leaves `Principal.user` nil.
  ///   - others: verifiers without a block, such as that of the app's own sessions.
  ///   - options: the protection space, limits and nonces.
  /// - Throws: `provider_not_linked`; `invalid_configuration` for a fault in a block, or for two blocks with the same
  ///   kind of credential.
  public init(
    configuration: AuthConfiguration, plugins: [VerifierPlugin], services: VerifierServices,
    accounts: (any AccountResolving)? = nil, others: [any CredentialVerifier] = [], options: Options = Options()
  ) throws(AuthError) {
    let required = [configuration.provider] + configuration.fallback
    var verifiers = others
    for block in configuration.providers {
      guard let plugin = plugins.first(where: { $0.type == block.type }) else {
        guard required.contains(block.id) else { continue }
        throw AuthError(
          .providerNotLinked,
          "The backend does not link a verifier of the type '\(block.type)'. Link its product, and pass its plug-in.",
          provider: block.id)
      }
      let readers = VerifierBlock(
        id: block.id, shared: block.reader(sources: configuration.sources),
        own: block.verifierReader(sources: configuration.sources))
      verifiers.append(try plugin.verifier(readers, services))
    }
    try self.init(verifiers, services: services, accounts: accounts, options: options)
  }

  /// Creates a verifier from the verifiers of providers.
  ///
  /// - Throws: `invalid_configuration` if two of them have the same kind of credential.
  public init(
    _ verifiers: [any CredentialVerifier], services: VerifierServices, accounts: (any AccountResolving)? = nil,
    options: Options = Options()
  ) throws(AuthError) {
    self.verifiers = verifiers
    router = try CredentialRouter(verifiers)
    proofs = DPoPVerifier(algorithms: Self.proofAlgorithms, nonces: options.nonces, replays: services.replays)
    self.accounts = accounts
    challenges = AuthenticationChallenges(
      realm: options.realm, acceptsBearer: true, proofAlgorithms: Array(Self.proofAlgorithms))
    maximumBodyByteCount = options.maximumBodyByteCount
    clock = services.clock
  }

  private static let proofAlgorithms: Set<JWSAlgorithm> = [.es256, .edDSA]

  /// The options of a backend.
  public struct Options: Sendable {
    /// The protection space that challenges name; nil for none.
    public var realm: String?
    /// The largest accepted `Content-Length`. A server must also limit a body without this field.
    public var maximumBodyByteCount = 1_048_576
    /// The nonces that proofs of possession must contain (RFC 9449 §9); nil if none is required.
    public var nonces: DPoPNonces?

    /// Creates options: no protection space, bodies up to a mebibyte, no nonces.
    public init() {}
  }

  /// Verifies a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - requirement: what the route requires of the principal.
  ///   - resolvingAccount: whether the app's user is looked up; false for a credential that is about to be linked to a
  ///     user.
  /// - Returns: the caller.
  /// - Throws: `RequestRefusal`, with the response to send.
  public func verify(
    _ request: PresentedRequest, requiring requirement: AccessRequirement = AccessRequirement(),
    resolvingAccount: Bool = true
  ) async throws(RequestRefusal) -> Principal {
    try checkSize(request)
    let credential: PresentedCredential?
    do throws(PresentedCredential.Fault) {
      credential = try PresentedCredential.read(request.headers, fields: router.fields)
    } catch {
      throw refusal(.malformed)
    }
    guard let credential else { throw refusal(.noCredential) }
    // Before a vendor is asked about the token.
    if credential.place == .dpop, request.headers.values(of: DPoPProof.headerName).count != 1 {
      throw refusal(.proof(.invalid(.fieldCount)))
    }
    guard let index = router.verifier(of: credential) else { throw refusal(.invalidCredential) }
    var principal = try await verified(credential, request, by: verifiers[index])
    try await checkProof(of: principal, credential, request)
    if let missing = requirement.missing(in: principal, at: clock.now().timeIntervalSince1970) {
      throw refusal(missing)
    }
    if let accounts, resolvingAccount, principal.user == nil {
      principal.user = try await user(of: principal, in: accounts)
    }
    return principal
  }

  private func checkSize(_ request: PresentedRequest) throws(RequestRefusal) {
    let lengths = request.headers.values(of: "Content-Length")
    guard let length = lengths.first else { return }
    guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw refusal(.malformed)
    }
    guard let count = Int(length), count <= maximumBodyByteCount else { throw refusal(.tooLarge) }
  }

  private func verified(
    _ credential: PresentedCredential, _ request: PresentedRequest, by verifier: any CredentialVerifier
  ) async throws(RequestRefusal) -> Principal {
    do throws(AuthError) {
      return try await verifier.verify(credential, of: request)
    } catch {
      let cause = error.adding(provider: verifier.id)
      throw refusal(Self.refusesCredential(error) ? .invalidCredential : .unavailable, cause: cause)
    }
  }

  /// Whether an error is about the credential. Any other error is a failure of this backend or of a vendor, and the
  /// same credential may be accepted later.
  private static func refusesCredential(_ error: AuthError) -> Bool {
    [
      .invalidToken, .tokenExpired, .signatureInvalid, .sessionExpired, .sessionRevoked, .notSignedIn, .forbidden,
      .userNotFound,
    ].contains(error.code)
  }

  /// Checks the proof of a credential that is bound to a key. A bound credential without a proof is refused, and so is
  /// a proof with a bearer credential: an attacker could have stolen the token and added a proof of another key.
  private func checkProof(
    of principal: Principal, _ credential: PresentedCredential, _ request: PresentedRequest
  ) async throws(RequestRefusal) {
    guard let thumbprint = principal.keyThumbprint else {
      guard credential.place != .dpop else { throw refusal(.invalidCredential) }
      return
    }
    guard credential.place == .dpop else { throw refusal(.invalidCredential) }
    do throws(DPoPRefusal) {
      _ = try await proofs.verify(
        request.headers.values(of: DPoPProof.headerName), method: request.method, url: request.url,
        accessToken: credential.token, keyThumbprint: thumbprint, at: clock.now())
    } catch {
      throw refusal(.proof(error))
    }
  }

  private func user(of principal: Principal, in accounts: any AccountResolving) async throws(RequestRefusal) -> String {
    let user: String?
    do throws(AuthError) {
      user = try await accounts.user(of: principal)
    } catch {
      throw refusal(.unavailable, cause: error)
    }
    guard let user else { throw refusal(.noAccount) }
    return user
  }

  private func refusal(_ reason: RequestRefusal.Reason, cause: AuthError? = nil) -> RequestRefusal {
    RequestRefusal(reason, challenges: challenges, cause: cause)
  }
}
