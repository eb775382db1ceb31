import AuthCore

/// Linking and unlinking accounts. Each route returns the current user (P4, P5).
extension PrivyAPI {
  /// Links the account of a proof to the user of `bearer`.
  func link(_ proof: PrivyProof, bearer: Secret) async throws(AuthError) -> PrivyUser {
    let response = try await transport.send(
      try await request(proof.route + "/link", .object(proof.body), bearer: bearer))
    guard response.isSuccess else {
      let error = PrivyErrors.error(response, in: proof.context, now: clock.now())
      if error.vendorCode == RefusedLink.vendorCode { refusedLinks.note(RefusedLink(proof, response, error)) }
      throw error
    }
    return try PrivyUser(json: try response.json())
  }

  /// Unlinks an account from the user of `bearer`.
  ///
  /// - Parameters:
  ///   - account: the account to unlink.
  ///   - removesSecondFactor: whether an unlinked passkey also stops being a second factor (P55).
  ///   - bearer: the session's access token.
  ///   - mfaToken: the token of a second factor, if the user has one. It is sent only to unlink a passkey (P58).
  /// - Throws: `forbidden` for a user of the app's own identity system, an embedded wallet or an account of an unknown
  ///   kind, and the errors of the request.
  func unlink(
    _ account: PrivyLinkedAccount, removesSecondFactor: Bool, bearer: Secret, mfaToken: Secret? = nil
  ) async throws(AuthError) -> PrivyUser {
    let route: String
    let body: JSONObject
    switch account.kind {
    case .email(let address): (route, body) = ("passwordless", ["address": .string(address)])
    case .phone(let number): (route, body) = ("passwordless_sms", ["phoneNumber": .string(number)])
    case .oauth(let service, let known):
      (route, body) = ("oauth", ["provider": .string(service), "subject": .string(known.subject)])
    case .wallet(let wallet) where !wallet.isEmbedded:
      (route, body) = (wallet.chainType == "solana" ? "siws" : "siwe", ["address": .string(wallet.address)])
    case .passkey(let passkey):
      route = "passkeys"
      body = ["credential_id": .string(passkey.credentialID), "remove_as_mfa": .bool(removesSecondFactor)]
    case .telegram(let account): (route, body) = ("telegram", ["telegram_user_id": .string(account.userID)])
    case .farcaster(let account): (route, body) = ("farcaster", ["fid": .integer(account.fid)])
    case .customAuth, .wallet, .other:
      // The user's own wallets have the same type as embedded wallets, but can be unlinked.
      let what =
        if case .wallet = account.kind { "an embedded wallet" } else {
          "an account of the type '\(ServerText.quoted(account.type))'"
        }
      throw AuthError(
        .forbidden,
        "Latchkey cannot unlink \(what). Choose an e-mail address, a phone number, a passkey, one of the user's own "
          + "wallets, or an account at another service.")
    }
    var token: Secret?
    if case .passkey = account.kind { token = mfaToken }
    return try PrivyUser(
      json: try await post(route + "/unlink", .object(body), in: .session, bearer: bearer, mfaToken: token))
  }
}
