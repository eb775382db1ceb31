public import AuthCore
import AuthCrypto
import AuthPrivy

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wallets that the vendor keeps for the signed-in user. Creates and lists them, and signs with them.
///
/// Every signature is authorised twice: by the session's token, and by a signature over the request with a temporary
/// key that the vendor issues to the user. The key is fetched at the first use and kept in memory.
///
/// ```swift
/// let wallets = try PrivyWallets(auth)
/// let wallet = try await wallets.create(.ethereum)
/// let signature = try await wallets.personalSign("Hello", with: wallet)
/// ```
public final class PrivyWallets: Sendable {
  private struct Keys {
    var bySubject: [String: UserSigningKey] = [:]
    /// How often the keys were deleted. A key that was requested before a deletion is not kept.
    var deletions = 0
  }

  private let client: AuthClient
  let provider: PrivyProvider
  private let keys = Locked(Keys())
  private let secondFactor = Locked<Secret?>(nil)

  /// Creates access to the wallets of the signed-in user of a provider instance.
  ///
  /// - Parameters:
  ///   - client: the client that keeps the session.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` if the instance is not a Privy-style provider, and the client's errors.
  public init(_ client: AuthClient, provider id: ProviderID? = nil) throws(AuthError) {
    guard let provider = try client.provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "PrivyWallets needs an instance of a Privy-style provider. Pass its ID as 'provider'.")
    }
    self.client = client
    self.provider = provider
  }

  /// Creates a wallet.
  ///
  /// - Parameters:
  ///   - chain: the chain that the wallet's address belongs to.
  ///   - allowsAdditional: whether a user who already has a wallet of the chain gets another one. If false, the call
  ///     throws `forbidden` for such a user. This package makes the check: the vendor's servers would create the wallet
  ///     (P13).
  /// - Throws: `forbidden`; `unsupported` for an app whose wallets are on its users' devices; `malformed_response` for
  ///   an invalid wallet in a response; and the errors of fetching the app's settings and of a request with the
  ///   session.
  public func create(
    _ chain: PrivyWallet.Chain, allowsAdditional: Bool = false
  ) async throws(AuthError) -> PrivyWallet {
    try await provider.checkWallets()
    if !allowsAdditional {
      guard try await list().allSatisfy({ $0.chain != chain }) else {
        throw AuthError(
          .forbidden, "The user already has a wallet of this chain. Set allowsAdditional to create another.",
          provider: provider.id)
      }
    }
    let body: JSONValue = ["chain_type": .string(chain.rawValue)]
    let wallet = try PrivyWallet(try await send(request("POST", "wallets", body)))
    await describe()
    return wallet
  }

  /// Lists the user's wallets that the vendor keeps. They are read from the user's linked accounts, in the order of
  /// these accounts, as in the vendor's own clients (P60).
  ///
  /// - Throws: `malformed_response` for an invalid wallet, and the errors of a request with the session.
  public func list() async throws(AuthError) -> [PrivyWallet] {
    let accounts = try await provider.user(of: try await session()).json["linked_accounts"]?.arrayValue ?? []
    var wallets: [PrivyWallet] = []
    for account in accounts {
      // A wallet without an ID is on a user's device.
      guard case .wallet(let wallet)? = PrivyLinkedAccount(account)?.kind, wallet.isEmbedded, wallet.id != nil else {
        continue
      }
      wallets.append(try PrivyWallet(account))
    }
    return wallets
  }

  /// Updates the session and its identity token with the user's current accounts (P54). An error is ignored: the wallet
  /// already exists, and the next renewal updates the session again.
  private func describe() async {
    do throws(AuthError) {
      _ = try await client.describe(try await session())
    } catch {
      return
    }
  }

  /// Makes a call with a wallet: signs a message, typed data or a transaction, or sends a transaction.
  ///
  /// - Parameters:
  ///   - call: the call, such as `.signTypedData(order)`.
  ///   - wallet: the wallet.
  ///   - idempotencyKey: for a call that sends a transaction, the key with which the vendor recognises a repeated call:
  ///     for a day, it returns the first response again instead of sending the transaction twice (P90). Pass the same
  ///     key to repeat a call whose result is unknown, such as after a timeout. If it is nil, the call gets a new key.
  /// - Throws: `invalid_request` for a wallet of a chain that does not have the call; `mfa_required` if a second factor
  ///   is required and its proof is missing or has expired; `unsupported` for an app whose wallets are on its users'
  ///   devices; `malformed_response` if the response has no answer; and the errors of fetching the app's settings and
  ///   of a request with the session.
  public func request<Answer>(
    _ call: PrivyWalletRPC<Answer>, with wallet: PrivyWallet, idempotencyKey: String? = nil
  ) async throws(AuthError) -> Answer {
    if let chain = call.chain, chain != wallet.chain {
      throw AuthError(
        .invalidRequest, "'\(call.method)' needs a wallet of the chain '\(chain.rawValue)'. Pass another wallet.",
        provider: provider.id)
    }
    try await provider.checkWallets()
    var request = request("POST", "wallets/\(wallet.id)/rpc", call.body(for: wallet))
    if call.isSending { request.headers["privy-idempotency-key"] = idempotencyKey ?? provider.random.uuid() }
    return try call.read(try await sendAuthorized(request)["data"] ?? .null)
  }

  /// Signs a text message with an Ethereum-style wallet (EIP-191). Returns r, s and v, in hexadecimal after `0x`.
  ///
  /// - Throws: the errors of `request(_:with:idempotencyKey:)`.
  public func personalSign(_ message: String, with wallet: PrivyWallet) async throws(AuthError) -> String {
    try await request(.personalSign(message), with: wallet)
  }

  /// Signs the bytes of a message with an Ethereum-style wallet (EIP-191). Returns r, s and v, in hexadecimal after
  /// `0x`.
  ///
  /// - Throws: the errors of `request(_:with:idempotencyKey:)`.
  public func personalSign(_ message: [UInt8], with wallet: PrivyWallet) async throws(AuthError) -> String {
    try await request(.personalSign(message), with: wallet)
  }

  /// Signs a hash of 32 bytes with an Ethereum-style wallet. Returns the signature as it is in the vendor's
  /// response.
  ///
  /// - Throws: `invalid_request` for a hash of another length, and the errors of `request(_:with:idempotencyKey:)`.
  public func secp256k1Sign(hash: [UInt8], with wallet: PrivyWallet) async throws(AuthError) -> String {
    try await request(.secp256k1Sign(hash: hash), with: wallet)
  }

  /// Signs bytes with a Solana-style wallet. Returns the 64 bytes of an Ed25519 signature.
  ///
  /// - Throws: the errors of `request(_:with:idempotencyKey:)`.
  public func signMessage(_ message: [UInt8], with wallet: PrivyWallet) async throws(AuthError) -> [UInt8] {
    try await request(.signMessage(message), with: wallet)
  }

  /// Returns the user's authorisation signature over a request, in base64, for `AuthorizationPayload.headerName`. Use
  /// it for requests that the app or its backend sends without this class.
  ///
  /// - Throws: `mfa_required` if a second factor is required and its proof is missing or has expired;
  ///   `malformed_response` if the response has no valid signing key; and the errors of a request with the session.
  public func authorizationSignature(for payload: AuthorizationPayload) async throws(AuthError) -> String {
    try await signingKey(try await session()).signature(over: payload)
  }

  /// Uses the proof of a second factor for all further signatures. Without a proof, signatures of users with a second
  /// factor fail with `mfa_required`. The vendor ties the user's temporary key to the proof, so the next signature
  /// fetches a new key (P57).
  ///
  /// - Parameter proof: the result of a flow with the purpose `stepUp`; nil to use no proof.
  public func use(_ proof: ActionProof?) {
    secondFactor.withLock { $0 = proof?.token }
    forgetSigningKey()
  }

  /// Deletes the user's temporary key from memory. The next signature fetches another key.
  public func forgetSigningKey() {
    keys.withLock { keys in
      keys.bySubject = [:]
      keys.deletions += 1
    }
  }

  // MARK: Requests

  /// Sends a request with the user's authorisation signature over it, and the proof of a second factor if there is one.
  func sendAuthorized(_ request: TransportRequest) async throws(AuthError) -> JSONValue {
    var request = request
    request.headers["privy-app-id"] = provider.configuration.appID
    request.headers[PrivyProvider.mfaTokenHeader] = secondFactor.withLock { $0?.revealText() }
    let payload = try AuthorizationPayload(request)
    request.headers[AuthorizationPayload.headerName] = try await authorizationSignature(for: payload)
    do throws(AuthError) {
      return try await send(request)
    } catch {
      // The vendor no longer accepts the proof for which it issued the key.
      if error.code == .mfaRequired { forgetSigningKey() }
      throw error
    }
  }

  /// Returns the user's current key, or fetches a new key (P15).
  private func signingKey(_ session: Session) async throws(AuthError) -> UserSigningKey {
    // The key must not expire before the request arrives.
    let soon = provider.now.addingTimeInterval(30)
    let (known, deletions) = keys.withLock { ($0.bySubject[session.subject], $0.deletions) }
    if let known, known.expiresAt > soon { return known }
    guard let token = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token. Sign in again.", provider: provider.id)
    }
    let recipient = P256.KeyAgreement.PrivateKey()
    let body: JSONValue = [
      "user_jwt": .string(token.revealText()), "encryption_type": "HPKE",
      "recipient_public_key": .string(Base64.encode(recipient.publicKey.derRepresentation)),
    ]
    var request = request("POST", "wallets/authenticate", body)
    request.headers[PrivyProvider.mfaTokenHeader] = secondFactor.withLock { $0?.revealText() }
    let answer = try await send(request)
    let key = try UserSigningKey(answer, recipient: recipient)
    keys.withLock { keys in
      // If keys were deleted during the request, this key belongs to the earlier proof and is not kept.
      guard keys.deletions == deletions else { return }
      // Another user's key is no longer needed.
      keys.bySubject = [session.subject: key]
    }
    return key
  }

  private func session() async throws(AuthError) -> Session { try await client.session(provider: provider.id) }

  func request(_ method: String, _ path: String, _ body: JSONValue?) -> TransportRequest {
    let url = provider.configuration.authBaseURL.appending(path: "api/v1/" + path)
    guard let body else { return TransportRequest(method, url) }
    return .json(method, url, body)
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> JSONValue {
    let response = try await client.send(request, session: try await session())
    guard response.isSuccess else { throw provider.error(behind: response) }
    return try response.json()
  }
}
