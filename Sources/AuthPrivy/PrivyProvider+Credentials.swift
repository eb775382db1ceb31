public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PrivyProvider: CredentialListing {
  /// Fetches the user's linked accounts from the vendor.
  ///
  /// - Throws: the errors of `user(of:)`.
  public func credentials(of session: Session) async throws(AuthError) -> [Credential] {
    try await user(of: session).linkedAccounts.map(\.credential)
  }

  /// Fetches the user from the vendor.
  ///
  /// - Throws: `not_signed_in` for a session without an access token, and the errors of the request.
  public func user(of session: Session) async throws(AuthError) -> PrivyUser { try await current(session).user }

  private func current(_ session: Session) async throws(AuthError) -> (user: PrivyUser, identityToken: Secret?) {
    guard let access = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token. Sign in again.", provider: id)
    }
    return try await api.currentUser(access)
  }
}

extension PrivyProvider: SessionDescribing {
  package func described(_ session: Session) async throws(AuthError) -> Session {
    let current = try await current(session)
    guard current.user.id.hasSameBytes(as: session.subject) else {
      throw AuthError(
        .malformedResponse, "The vendor returned a user other than the session's. Sign in again.",
        provider: id)
    }
    var described = session
    PrivySessions.describe(&described, current)
    return described
  }
}

extension PrivyLinkedAccount {
  /// The account as a `Credential`.
  var credential: Credential {
    let label: String?
    switch kind {
    case .email(let address): label = address
    case .phone(let number): label = number
    case .customAuth(let userID): label = userID
    case .wallet(let wallet): label = wallet.address
    case .oauth(_, let account): label = account.email ?? account.username ?? account.name
    case .telegram(let account): label = account.username
    case .farcaster(let account): label = account.username ?? account.displayName
    case .passkey(let passkey): label = passkey.authenticatorName
    case .other: label = nil
    }
    return Credential(
      id: credentialID, method: method, label: label, createdAt: firstVerifiedAt ?? verifiedAt,
      lastUsedAt: latestVerifiedAt)
  }

  private var credentialID: String {
    switch kind {
    case .email(let address): address
    case .phone(let number): number
    case .customAuth(let userID): userID
    case .wallet(let wallet): wallet.id ?? wallet.address
    case .oauth(_, let account): account.subject
    case .telegram(let account): account.userID
    case .farcaster(let account): String(account.fid)
    case .passkey(let passkey): passkey.credentialID
    case .other(let json): json["id"]?.stringValue ?? json["subject"]?.stringValue ?? type
    }
  }

  private var method: MethodID {
    switch kind {
    case .email: .emailOTP
    case .phone: .smsOTP
    case .customAuth: .customJWT
    case .wallet: .wallet
    case .oauth(let name, _): MethodID(serverName: MethodID.oauth(name).rawValue)
    case .telegram: .oauth("telegram")
    case .passkey: .passkey
    case .farcaster, .other:
      MethodID(serverName: type.hasSuffix("_oauth") ? MethodID.oauth(String(type.dropLast(6))).rawValue : type)
    }
  }
}
