#if canImport(Security) && canImport(LocalAuthentication)
  import AuthCore
  import Foundation
  import LocalAuthentication
  import Security

  /// Requires user presence by the key itself: the Enclave releases a key with such an access control only for a
  /// context in which the user has authenticated. A check in the app's own code could be bypassed.
  final class BiometricGate: Sendable {
    /// A context that was used for a key, and the time until which it is reused.
    ///
    /// `@unchecked Sendable`: the context is set up before it is shared, and then only passed to the Enclave's keys;
    /// LocalAuthentication allows contexts on any thread.
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

    /// - Parameter reason: the text that the system shows to the user, in their language.
    init(reason: String, clock: any AuthClock) {
      self.reason = reason
      self.clock = clock
    }

    /// The access control of a new key. A key for a biometric becomes invalid when the enrolled biometrics change.
    ///
    /// - Throws: `unsupported` when the device has no passcode or the system refuses.
    static func access(for policy: KeyPolicy) throws(AuthError) -> SecAccessControl {
      var flags: SecAccessControlCreateFlags = [.privateKeyUsage]
      switch policy.userPresence {
      case .none: break
      case .any: flags.insert(.userPresence)
      case .biometric: flags.insert(.biometryCurrentSet)
      case .deviceCredential: flags.insert(.devicePasscode)
      }
      let protection =
        policy.userPresence == .none
        ? kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly : kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      var failure: Unmanaged<CFError>?
      guard let access = SecAccessControlCreateWithFlags(nil, protection, flags, &failure) else {
        failure?.release()
        throw AuthError(
          .unsupported,
          "This device cannot keep a key for userPresence '\(policy.userPresence.rawValue)'; set a "
            + "passcode, or use 'none'.")
      }
      return access
    }

    /// The context for using a key; nil for a key without user presence.
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

    /// Drops a key's context: after a refusal the next use asks again.
    func close(_ keyID: String) {
      opened.withLock { $0.removeValue(forKey: keyID) }?.context.invalidate()
    }

    /// The error of a failed use of a key.
    static func error(_ error: any Error) -> AuthError {
      let text = "\(type(of: error))"
      guard let failure = error as? LAError else {
        return AuthError(
          .keyUnavailable,
          "The Secure Enclave did not release the key: it may have become invalid by a change of the "
            + "enrolled biometrics. Sign in again to make a new one.", underlying: text)
      }
      switch failure.code {
      case .userCancel, .appCancel, .systemCancel: return .cancelled
      case .notInteractive:
        return AuthError(
          .keyUnavailable,
          "The key needs the user, and the system cannot ask now. Try again when the app is in the foreground.",
          underlying: text)
      default:
        return AuthError(
          .keyUnavailable, "The system could not verify the user. Try again.",
          underlying: "LAError \(failure.code.rawValue)")
      }
    }
  }
#endif
