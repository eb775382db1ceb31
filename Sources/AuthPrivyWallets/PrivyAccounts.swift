public import AuthCore
public import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes of the signed-in user's accounts that are not flows: a new address in place of an old one, accounts at
/// Telegram and Farcaster, and an account that moves from another user.
///
/// ```swift
/// let accounts = try PrivyAccounts(auth)
/// try await accounts.sendCode(to: new)
/// let user = try await accounts.replace(old, with: new, code: code)
/// ```
public struct PrivyAccounts: Sendable {
  private let client: AuthClient
  let provider: PrivyProvider

  /// Creates access to the accounts of the signed-in user of a provider instance.
  ///
  /// - Parameters:
  ///   - client: the client that keeps the session.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` if the instance is not a Privy-style provider, and the client's errors.
  public init(_ client: AuthClient, provider id: ProviderID? = nil) throws(AuthError) {
    guard let provider = try client.provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "PrivyAccounts needs an instance of a Privy-style provider. Pass its ID as 'provider'.")
    }
    self.client = client
    self.provider = provider
  }

  /// Asks the vendor to send a code to an address.
  ///
  /// - Throws: `invalid_request` for an address that the vendor does not accept, `rate_limited`, and the errors of a
  ///   request with the session.
  public func sendCode(to contact: Contact) async throws(AuthError) {
    try await post(contact.route + "/init", [contact.name: .string(contact.value)])
  }

  /// Replaces an e-mail address or a phone number of the user with another one of the same kind, in one call (P33).
  ///
  /// - Parameters:
  ///   - old: the user's address or number.
  ///   - new: the new one, to which `sendCode(to:)` has sent a code.
  ///   - code: the code.
  /// - Returns: the user with the new address, which the session contains as well.
  /// - Throws: `invalid_request` for contacts of different kinds; `invalid_code`; `no_credential` if the user does not
  ///   have the old address; `forbidden` if the new one belongs to another user; and the errors of a request with the
  ///   session and of `AuthClient.reloadPrivyUser(provider:)`.
  public func replace(_ old: Contact, with new: Contact, code: Secret) async throws(AuthError) -> PrivyUser {
    guard old.kind == new.kind else {
      throw AuthError(
        .invalidRequest,
        "An e-mail address can replace only an e-mail address, and a phone number only a phone number. Pass two "
          + "contacts of the same kind.", provider: provider.id)
    }
    let names = new.kind == .email ? ("oldAddress", "newAddress") : ("old_phone_number", "new_phone_number")
    try await post(
      new.route + "/update",
      [names.0: .string(old.value), names.1: .string(new.value), "code": .string(code.revealText())])
    return try await client.reloadPrivyUser(provider: provider.id)
  }

  /// Links an address with the code that `sendCode(to:)` has sent to it. Unlike a flow with the purpose `link`, it can
  /// move the address from another user.
  ///
  /// - Parameters:
  ///   - contact: the address.
  ///   - code: the code.
  /// - Returns: the user with the address; or a transfer, if the address belongs to another user and the vendor allows
  ///   it to be moved to this user.
  /// - Throws: `invalid_code`; `forbidden` if the address belongs to another user and cannot be moved; and the errors
  ///   of a request with the session and of `AuthClient.reloadPrivyUser(provider:)`.
  public func link(_ contact: Contact, code: Secret) async throws(AuthError) -> PrivyLinkResult {
    let body: JSONValue = [contact.name: .string(contact.value), "code": .string(code.revealText())]
    let response = try await response(contact.route + "/link", body)
    return try await result(of: response, provider.error(behindCode: response)) { refusal in
      PrivyAccountTransfer(of: contact, refusal: refusal)
    }
  }

  /// Waits for a flow with the purpose `link`, whose account can belong to another user: a wallet, an account at
  /// another service, or an address. The app shows the flow's prompts in the meantime.
  ///
  /// - Parameter flow: a flow of this provider instance and the signed-in user.
  /// - Returns: the user with the account; or a transfer, if the account belongs to another user and the vendor allows
  ///   this user to take it over.
  /// - Throws: `invalid_request` for a flow of another purpose or instance; the error of the flow; and the errors of
  ///   `AuthClient.reloadPrivyUser(provider:)`.
  public func link(_ flow: AuthFlow) async throws(AuthError) -> PrivyLinkResult {
    guard flow.providerID == provider.id else { throw notALink }
    let result: FlowResult
    do throws(AuthError) {
      result = try await flow.result()
    } catch {
      guard let link = provider.refusedLinks.take(error),
        let transfer = PrivyAccountTransfer(of: link, refusal: try link.response.json())
      else { throw error }
      return .transferRequired(transfer)
    }
    guard case .credential = result else { throw notALink }
    return .linked(try await client.reloadPrivyUser(provider: provider.id))
  }

  /// Moves an account from another user to the signed-in user, after the signed-in user has agreed (P93). The other
  /// user is deleted, with all its accounts and wallets.
  ///
  /// - Returns: the user with the account, which the session contains as well.
  /// - Throws: `invalid_code` if the vendor no longer accepts the transfer: link the account again. The errors of a
  ///   request with the session and of `AuthClient.reloadPrivyUser(provider:)`.
  public func transfer(_ transfer: PrivyAccountTransfer) async throws(AuthError) -> PrivyUser {
    try await post(transfer.route + "/transfer", transfer.body)
    return try await client.reloadPrivyUser(provider: provider.id)
  }

  // MARK: Requests

  private func post(_ path: String, _ body: JSONValue) async throws(AuthError) {
    let response = try await response(path, body)
    guard response.isSuccess else {
      throw body["code"] == nil && body["nonce"] == nil
        ? provider.error(behind: response) : provider.error(behindCode: response)
    }
  }

  func response(_ path: String, _ body: JSONValue) async throws(AuthError) -> TransportResponse {
    try await send(.json("POST", url(path), body))
  }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await client.send(request, session: try await client.session(provider: provider.id))
  }

  func url(_ path: String) -> URL { provider.configuration.authBaseURL.appending(path: "api/v1/" + path) }

  /// The result of a link.
  ///
  /// - Parameters:
  ///   - response: the vendor's response.
  ///   - error: the error if the vendor refused the link.
  ///   - transfer: reads a transfer from the refusal; nil if the refusal offers no transfer.
  func result(
    of response: TransportResponse, _ error: @autoclosure () -> AuthError,
    transfer: (JSONValue) -> PrivyAccountTransfer?
  ) async throws(AuthError) -> PrivyLinkResult {
    if response.isSuccess { return .linked(try await client.reloadPrivyUser(provider: provider.id)) }
    let error = error()
    guard error.vendorCode == RefusedLink.vendorCode, let transfer = transfer(try response.json()) else { throw error }
    return .transferRequired(transfer)
  }

  private var notALink: AuthError {
    AuthError(
      .invalidRequest,
      "The flow does not link an account of this provider instance. Start one with the purpose 'link'.",
      provider: provider.id)
  }
}

extension Contact {
  /// The vendor's route for codes (P26).
  var route: String { kind == .email ? "passwordless" : "passwordless_sms" }
  /// The member of a body (P26).
  var name: String { kind == .email ? "email" : "phoneNumber" }
}
