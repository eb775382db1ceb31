public import AuthCore

extension PrivyProvider: AccountLinking {
  /// Every method that the instance offers, except `guest`.
  public var linkableMethods: [MethodID] { methods.filter { $0 != .guest } }

  /// Unlinks the account whose credential has the given ID, as `credentials(of:)` lists it. An unlinked passkey also
  /// stops being a second factor. If the user has a second factor, use
  /// `unlink(_:from:removesSecondFactor:proof:)` for a passkey.
  ///
  /// - Throws: `not_signed_in` for a session without an access token; `no_credential` if the user does not have the
  ///   account; `forbidden` for an account that cannot be unlinked (the only account, an embedded wallet, the user's ID
  ///   in the app's own identity system, or an account of an unknown kind); `mfa_required` for a passkey that the
  ///   vendor unlinks only with a proof; and the errors of the requests.
  public func unlink(_ credential: String, from session: Session) async throws(AuthError) {
    try await unlink(credential, from: session, removesSecondFactor: true)
  }

  /// Unlinks an account. Unlike `unlink(_:from:)`, this call can keep an unlinked passkey as a second factor, and can
  /// send a proof of a second factor.
  ///
  /// - Parameters:
  ///   - credential: the credential's ID.
  ///   - session: the session of the account's user.
  ///   - removesSecondFactor: whether an unlinked passkey also stops being a second factor.
  ///   - proof: the result of a flow with the purpose `stepUp`. Users with a second factor need it to unlink a passkey;
  ///     for other accounts, it is not sent.
  /// - Throws: the errors of `unlink(_:from:)`. `mfa_required` means that the proof is missing or has expired.
  public func unlink(
    _ credential: String, from session: Session, removesSecondFactor: Bool, proof: ActionProof? = nil
  ) async throws(AuthError) {
    let access = try access(session)
    let user = try await user(of: session)
    guard let account = user.linkedAccounts.first(where: { $0.credential.id == credential }) else {
      throw AuthError(
        .noCredential,
        "The user has no account '\(ServerText.quoted(credential))'. Use an id that credentials(of:) returns.",
        provider: id)
    }
    _ = try await api.unlink(
      account, removesSecondFactor: removesSecondFactor, bearer: access, mfaToken: proof?.token)
  }

  private func access(_ session: Session) throws(AuthError) -> Secret {
    guard let access = session.tokens.access else {
      throw AuthError(.notSignedIn, "The session has no access token. Sign in again.", provider: id)
    }
    return access
  }
}

extension PrivyProvider: CredentialEnrolling {
  /// The second factors: an authenticator app, codes by SMS or e-mail and, if there is a passkey authenticator,
  /// passkeys.
  public var enrollableMethods: [MethodID] { secondFactors }

  /// Removes a second factor (P37). Passkeys still sign the user in.
  ///
  /// - Parameters:
  ///   - method: `totp`, `sms_otp`, `email_otp`, or `passkey`, which removes all passkeys as second factors.
  ///   - session: the user's session.
  ///   - proof: the result of a flow with the purpose `stepUp`.
  /// - Throws: `not_signed_in` for a session without an access token, `method_not_available` unless the method is a
  ///   second factor, `mfa_required` if the proof is missing or has expired, and the errors of the request.
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
  /// The methods of `enrollableMethods`. A user can use those that are enrolled.
  public var stepUpMethods: [MethodID] { secondFactors }

  private var secondFactors: [MethodID] { [.totp, .smsOTP, .emailOTP] + (services.passkeys == nil ? [] : [.passkey]) }
}

extension Session {
  /// The user's second factors, according to the user data that is stored with the session. Factors that this package
  /// does not support are left out.
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
