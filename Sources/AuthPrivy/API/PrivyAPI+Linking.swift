import AuthCore

/// Joining accounts to a user and parting them (Privy protocol notes §3): each answers the user as of now.
extension PrivyAPI {
  /// Joins what a proof shows to the user of `bearer`.
  func link(_ proof: PrivyProof, bearer: Secret) async throws(AuthError) -> PrivyUser {
    try user(try await post(proof.route + "/link", .object(proof.body), in: proof.context, bearer: bearer))
  }

  /// Parts an account from the user of `bearer`.
  ///
  /// - Throws: `unsupported` for a kind that the vendor does not part.
  func unlink(_ account: PrivyLinkedAccount, bearer: Secret) async throws(AuthError) -> PrivyUser {
    let (route, body) = try Self.parting(account)
    return try user(try await post(route + "/unlink", .object(body), in: .session, bearer: bearer))
  }

  /// INFER: the vendor's clients call these routes; the notes give the body of e-mail, phone and OAuth.
  private static func parting(_ account: PrivyLinkedAccount) throws(AuthError) -> (String, JSONObject) {
    switch account.kind {
    case .email(let address): return ("passwordless", ["address": .string(address)])
    case .phone(let number): return ("passwordless_sms", ["phoneNumber": .string(number)])
    case .oauth(let service, let known):
      return ("oauth", ["provider": .string(service), "subject": .string(known.subject)])
    case .wallet(let wallet) where !wallet.isEmbedded:
      return (wallet.chainType == "solana" ? "siws" : "siwe", ["address": .string(wallet.address)])
    case .passkey(let passkey): return ("passkeys", ["credential_id": .string(passkey.credentialID)])
    case .telegram(let account): return ("telegram", ["telegram_user_id": .string(account.userID)])
    case .customAuth, .wallet, .other:
      throw AuthError(.forbidden, "The vendor does not part an account of type '\(account.type)' from its user.")
    }
  }

  func user(_ answer: JSONValue) throws(AuthError) -> PrivyUser {
    // INFER: no source says whether the user stands alone or under a name.
    try PrivyUser(json: answer["user"] ?? answer)
  }
}
