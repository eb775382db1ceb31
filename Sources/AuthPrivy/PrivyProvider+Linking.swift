public import AuthCore

extension PrivyProvider: AccountLinking {
  /// Every way to sign in but being a guest.
  public var linkableMethods: [MethodID] { methods.filter { $0 != .guest } }

  /// Unlinks an account: an address, a number, a wallet, a passkey or an account elsewhere, by the
  /// credential's id.
  ///
  /// - Throws: `no_credential` when the user has no such account, `forbidden` for one that cannot be unlinked (the only
  ///   one, an embedded wallet, the app's own id).
  public func unlink(_ credential: String, from session: Session) async throws(AuthError) {
    try await unlink(credential, from: session, removesSecondFactor: true)
  }

  /// The same for a passkey that may be a second factor, too, or a user who has one.
  ///
  /// - Parameters:
  ///   - credential: the credential's id.
  ///   - session: whose account it is.
  ///   - removesSecondFactor: whether a passkey that is unlinked is no second factor any more either.
  ///   - proof: what a flow of purpose `stepUp` ended in; users who have a second factor need it to unlink a passkey.
  /// - Throws: as `unlink(_:from:)`; `mfa_required` where a proof is missing.
  public func unlink(
    _ credential: String, from session: Session, removesSecondFactor: Bool, proof: ActionProof? = nil
  ) async throws(AuthError) {
    let access = try access(session)
    let user = try await user(of: session)
    guard let account = user.linkedAccounts.first(where: { $0.credential.id == credential }) else {
      throw AuthError(.noCredential, "The user has no account '\(credential)'.", provider: id)
    }
    _ = try await api.unlink(
      account, removesSecondFactor: removesSecondFactor, bearer: access, mfaToken: proof?.token)
  }

  private func access(_ session: Session) throws(AuthError) -> Secret {
    guard let access = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token; sign in again.", provider: id)
    }
    return access
  }
}

extension PrivyProvider: CredentialEnrolling {
  /// Second factors: an authenticator app, codes by SMS or e-mail, passkeys where there is an authenticator.
  public var enrollableMethods: [MethodID] { secondFactors }

  /// Takes a second factor away (P37). Passkeys go on signing the user in.
  ///
  /// - Parameters:
  ///   - method: `totp`, `sms_otp`, `email_otp` or `passkey`, which takes all of them.
  ///   - session: whose it is.
  ///   - proof: what a flow of purpose `stepUp` ended in.
  /// - Throws: `method_not_available` for what is no second factor, `mfa_required` where the proof is missing or past
  ///   its time; what the request throws.
  public func removeSecondFactor(
    _ method: MethodID, from session: Session, proof: ActionProof?
  ) async throws(AuthError) {
    let bearer = try access(session)
    switch method {
    case .totp: try await api.unenroll(.totp, bearer: bearer, mfaToken: proof?.token)
    case .smsOTP: try await api.unenroll(.sms(nil), bearer: bearer, mfaToken: proof?.token)
    case .emailOTP: try await api.unenroll(.email(nil), bearer: bearer, mfaToken: proof?.token)
    case .passkey: try await api.enrollPasskeys([], bearer: bearer, mfaToken: proof?.token)
    default: throw .methodNotOffered(method, by: id, offering: PrivyFactorFlow.methods)
    }
  }
}

extension PrivyProvider: StepUp {
  /// The same, once they are added.
  public var stepUpMethods: [MethodID] { secondFactors }

  private var secondFactors: [MethodID] { [.totp, .smsOTP, .emailOTP] + (services.passkeys == nil ? [] : [.passkey]) }
}

extension Session {
  /// The second factors that the user had when the session was last renewed.
  var secondFactors: [MethodID] {
    (privyUser?.mfaMethods ?? []).compactMap {
      switch $0 {
      case "totp": .totp
      case "sms": .smsOTP
      case "email": .emailOTP
      case "passkey": .passkey
      default: nil
      }
    }
  }
}
