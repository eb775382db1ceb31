#if canImport(Security) && canImport(LocalAuthentication)
  import AuthCore
  import Foundation
  import LocalAuthentication
  import Security

  /// Makes the Secure Enclave enforce user presence. If the access control of a key requires user presence, the Enclave
  /// uses the key only in a context in which the user has authenticated. A check in the app's own code could be
  /// bypassed.
  final class BiometricGate: Sendable {
    /// An authentication context for a key, and the uptime at which its reuse ends.
    ///
    /// `@unchecked Sendable`: the context is set up before it is shared, and is then only passed to keys of the
    /// Enclave. LocalAuthentication allows the use of a context on any thread.
    final class Opened: @unchecked Sendable {
      let context: LAContext
      let until: Duration

      init(_ context: LAContext, until: Duration) {
        self.context = context
        self.until = until
      }
    }

    private let opened = Locked<[String: Opened]>([:])
    private let reason: String
    private let clock: any AuthClock

    /// Creates the gate of a key store.
    ///
    /// - Parameters:
    ///   - reason: the text that the system shows to the user, in the user's language.
    ///   - clock: measures how long a context is reused.
    init(reason: String, clock: any AuthClock) {
      self.reason = reason
      self.clock = clock
    }

    /// Makes the access control of a new key. A key that requires a biometric becomes invalid when the enrolled
    /// biometrics change.
    ///
    /// - Parameters:
    ///   - policy: the user presence that the key requires.
    ///   - accessibility: when the key can be used; nil for `whenPasscodeSet` with user presence, and
    ///     `afterFirstUnlock` without.
    /// - Throws: `unsupported` if the system cannot create the access control, for example without a device passcode.
    static func access(
      for policy: KeyPolicy, _ accessibility: KeyAccessibility?
    ) throws(AuthError) -> SecAccessControl {
      var flags: SecAccessControlCreateFlags = [.privateKeyUsage]
      switch policy.userPresence {
      case .none: break
      case .any: flags.insert(.userPresence)
      case .biometric: flags.insert(.biometryCurrentSet)
      case .deviceCredential: flags.insert(.devicePasscode)
      }
      let standard = policy.userPresence == .none ? KeyAccessibility.afterFirstUnlock : .whenPasscodeSet
      let protection = (accessibility ?? standard).protection
      var failure: Unmanaged<CFError>?
      guard let access = SecAccessControlCreateWithFlags(nil, protection, flags, &failure) else {
        failure?.release()
        throw AuthError(
          .unsupported,
          "This device cannot keep a key with userPresence '\(policy.userPresence.rawValue)'. Set a device "
            + "passcode, or use userPresence 'none'.")
      }
      return access
    }

    /// Returns the context in which to use a key; nil for a key that does not require user presence.
    func context(for keyID: String, _ policy: KeyPolicy) -> Opened? {
      guard policy.userPresence != .none else { return nil }
      let now = clock.uptime()
      return opened.withLock { opened in
        if let known = opened[keyID], known.until > now { return known }
        let context = LAContext()
        context.localizedReason = reason
        let lifetime = min(policy.authorizationLifetime.seconds, LATouchIDAuthenticationMaximumAllowableReuseDuration)
        context.touchIDAuthenticationAllowableReuseDuration = lifetime
        let made = Opened(context, until: now + policy.authorizationLifetime)
        opened[keyID] = made
        return made
      }
    }

    /// Invalidates the context of a key, so that the next use of the key prompts the user again.
    func close(_ keyID: String) {
      opened.withLock { $0.removeValue(forKey: keyID) }?.context.invalidate()
    }

    /// Maps the error of a failed key operation.
    static func error(_ error: any Error) -> AuthError {
      let text = "\(type(of: error))"
      guard let failure = error as? LAError else {
        return AuthError(
          .keyUnavailable,
          "The Secure Enclave could not use the key. The key may have become invalid because the enrolled "
            + "biometrics changed. Sign in again to create a new key.", underlying: text)
      }
      switch failure.code {
      case .userCancel, .appCancel, .systemCancel: return .cancelled
      case .notInteractive:
        return AuthError(
          .keyUnavailable,
          "The key requires user presence, and the system cannot prompt the user now. Try again when the app is in "
            + "the foreground.",
          underlying: text)
      default:
        return AuthError(
          .keyUnavailable, "The system could not verify the user. Try again.",
          underlying: "LAError \(failure.code.rawValue)")
      }
    }
  }
#endif
