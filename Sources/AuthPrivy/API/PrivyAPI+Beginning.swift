import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The requests that precede a proof: they send codes, find pages and fetch challenges (P26, P27, P30).
extension PrivyAPI {
  /// The number of random bytes in a visit's state and in its code verifier (P27).
  private static let secretByteCount = 36

  /// Asks the vendor to send a code to an e-mail address or a phone number.
  func sendCode(to contact: Contact) async throws(AuthError) {
    let route = PrivyProof.code(Secret(""), contact).route + "/init"
    try await postForSuccess(route, .object([contact.wireName: .string(contact.value)]), in: .sendCode)
  }

  /// Fetches the address of another service's sign-in page, for one visit.
  func page(
    of service: String, redirectURL: URL, random: any RandomSource
  ) async throws(AuthError) -> OAuthVisit {
    let proof = try PKCE(verifier: Secret(random.token(byteCount: Self.secretByteCount)))
    let state = random.token(byteCount: Self.secretByteCount)
    let body: JSONValue = [
      "provider": .string(service), "redirect_to": .string(redirectURL.absoluteString),
      "code_challenge": .string(proof.challenge), "state_code": .string(state),
    ]
    let answer = try await post("oauth/init", body, in: .session)
    guard let page = answer["url"]?.stringValue.flatMap({ URL(string: $0) }), Origin(page) != nil else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'url'. Try again, or check the server's address.")
    }
    let scheme = redirectURL.scheme?.lowercased()
    let isWeb = scheme == "https" || scheme == "http"
    return OAuthVisit(
      service: service, page: page, callbackScheme: isWeb ? nil : scheme, state: state,
      verifier: proof.verifier)
  }

  /// Fetches a nonce, and returns the message for a wallet to sign.
  ///
  /// - Throws: the errors of the request; `malformed_response` if the response has no nonce, or one that a message
  ///   cannot contain; `invalid_configuration` if the configured domain, URI or statement makes the message malformed.
  func walletMessage(
    for address: String, chain: WalletSignInMessage.Chain
  ) async throws(AuthError) -> WalletSignInMessage {
    let route = chain == .ethereum ? "siwe" : "siws"
    let answer = try await post(route + "/init", ["address": .string(address)], in: .sendCode)
    guard let nonce = answer["nonce"]?.stringValue, WalletSignInMessage.isNonce(nonce) else {
      throw AuthError(
        .malformedResponse,
        "The response has no field 'nonce' of 8 or more letters and digits (EIP-4361). Try again, or check the "
          + "server's address.")
    }
    let settings = configuration.wallet
    var message = WalletSignInMessage(
      chain: chain, domain: settings.domain, address: address, uri: settings.uri,
      chainID: chain == .ethereum ? String(settings.ethereumChainID) : "mainnet", nonce: nonce,
      issuedAt: ISO8601.encode(clock.now()),
      statement: settings.statement ?? Self.statement(for: address, chain: chain))
    message.resources = ["https://privy.io"]
    do throws(AuthError) {
      try message.check()
    } catch {
      throw AuthError(
        .invalidConfiguration,
        "The sign-in message would be malformed (EIP-4361). Check domain, uri and statement in the block 'wallet'.")
    }
    return message
  }

  /// The statement of the vendor's own clients, word for word (P31, P32).
  private static func statement(for address: String, chain: WalletSignInMessage.Chain) -> String {
    switch chain {
    case .ethereum:
      "By signing, you are proving you own this wallet and logging in. "
        + "This does not initiate a transaction or cost any fees."
    case .solana: "You are proving you own \(address)."
    }
  }

  /// Fetches the options of a passkey ceremony.
  ///
  /// - Parameters:
  ///   - ceremony: the ceremony's name in the route: `authenticate`, `register` or `link`.
  ///   - bearer: the session's access token, which only `link` needs.
  func passkeyChallenge(_ ceremony: String, bearer: Secret? = nil) async throws(AuthError) -> PasskeyChallenge {
    try await challenge(at: "passkeys/\(ceremony)/init", bearer: bearer)
  }

  /// Fetches the options of a passkey ceremony from `route`, for the configured relying party.
  func challenge(at route: String, bearer: Secret?) async throws(AuthError) -> PasskeyChallenge {
    let relyingParty = configuration.relyingParty
    var body = JSONObject()
    body["relying_party"] = relyingParty.map { .string($0) }
    let answer = try await post(route, .object(body), in: .session, bearer: bearer)
    return try PasskeyChallenge(answer, relyingParty: relyingParty)
  }
}
