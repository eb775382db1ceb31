public import AuthCore

extension PrivyProvider: AccountLinking {
  /// Everything that one can sign in by, but for being a guest: that is nothing to join.
  public var linkableMethods: [MethodID] { methods.filter { $0 != .guest } }

  /// Parts an account from the user: an address, a number, a wallet, a passkey or an account elsewhere, by the
  /// credential's id.
  ///
  /// - Throws: `no_credential` when the user has no such account, `forbidden` for one that cannot be parted (the only
  ///   one, an embedded wallet, the app's own id).
  public func unlink(_ credential: String, from session: Session) async throws(AuthError) {
    guard let access = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token; sign in again.", provider: id)
    }
    let user = try await user(of: session)
    guard let account = user.linkedAccounts.first(where: { $0.credential.id == credential }) else {
      throw AuthError(.noCredential, "The user has no account '\(credential)'.", provider: id)
    }
    _ = try await api.unlink(account, bearer: access)
  }
}

extension PrivyProvider: CredentialEnrolling {
  /// Second factors: an authenticator app, codes by SMS, passkeys where there is an authenticator.
  public var enrollableMethods: [MethodID] { secondFactors }
}

extension PrivyProvider: StepUp {
  /// The same, once they are added.
  public var stepUpMethods: [MethodID] { secondFactors }

  private var secondFactors: [MethodID] { [.totp, .smsOTP] + (services.passkeys == nil ? [] : [.passkey]) }
}

extension Session {
  /// The second factors that the user had when the session was last renewed.
  var secondFactors: [MethodID] {
    (privyUser?.mfaMethods ?? []).compactMap {
      switch $0 {
      case "totp": .totp
      case "sms": .smsOTP
      case "passkey": .passkey
      default: nil
      }
    }
  }
}
