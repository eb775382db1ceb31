#if canImport(AuthenticationServices)
  public import AuthCore
  public import AuthenticationServices

  /// The platform authenticator of Apple's systems: iCloud Keychain and the password managers that the user has
  /// enabled.
  ///
  /// The app needs the entitlement `com.apple.developer.associated-domains` with `webcredentials:DOMAIN`. The domain
  /// needs an `apple-app-site-association` file that names the app.
  public final class PlatformPasskeyAuthenticator: PasskeyAuthenticator {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?
    private let onInteraction: (@Sendable (PasskeyInteraction) -> Void)?
    private let running = Locked(Running())

    /// The ceremonies in progress.
    private struct Running {
      var ceremonies: [PlatformPasskeyCeremony] = []
    }

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - onInteraction: called when a ceremony begins and when it has ended.
    ///   - anchor: returns the window over which the system shows its sheet. It is called if the
    ///     `PasskeyOptions.presentationAnchor` of a request is nil.
    public init(
      onInteraction: (@Sendable (PasskeyInteraction) -> Void)? = nil,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor? = { nil }
    ) {
      self.onInteraction = onInteraction
      self.anchor = anchor
    }

    /// Returns true, because only a ceremony can determine whether the device can store passkeys.
    public func isAvailable() async -> Bool { true }

    /// Returns whether the keyboard suggests passkeys: true on iOS and iPadOS.
    public func isAutofillAvailable() async -> Bool { PlatformPasskeyAutofill.isAvailable }

    /// Creates a credential. With mediation `conditional` (iOS 18, macOS 15), the system creates the credential without
    /// a sheet if the user has just signed in with a password; otherwise it does not create a credential.
    ///
    /// iOS 17.4 to 17.7 and macOS 14 get the list of excluded credentials but have no error code for a match; their
    /// behaviour in this case is not known. iOS 17.0 to 17.3 do not get the list: a new passkey replaces an existing
    /// passkey of the same user handle.
    ///
    /// - Parameter request: the relying party's request.
    /// - Throws: `credential_excluded` if the device already has an excluded credential (only on iOS 18, macOS 15 and
    ///   later); `cancelled` if the user or the app ends the ceremony; `unsupported` if the system does not support or
    ///   refuses the request; `invalid_request` if the request is not valid or the sheet has no window;
    ///   `malformed_response` or `provider_error` if the system fails.
    public func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
      let wish = try PlatformPasskeyRequests.registration(request)
      let authorization = try await perform(
        wish, PlatformPasskeyCeremony.Kind(.create, request.options, isAutofill: false))
      return try PlatformPasskeyResults.registration(authorization, for: request)
    }

    /// Uses a credential. With mediation `conditional`, the keyboard suggests passkeys until the user chooses a
    /// passkey, `cancel` is called, or another ceremony of this authenticator begins. In the last two cases, the call
    /// throws `cancelled`.
    ///
    /// - Parameter request: the relying party's request.
    /// - Throws: `no_credential` if the system reports that no passkey matches (see
    ///   `PasskeyOptions.preferImmediatelyAvailable`); `cancelled` if the user or the app ends the ceremony;
    ///   `unsupported` if the system does not support or refuses the request; `invalid_request` if the request is not
    ///   valid or the sheet has no window; `malformed_response` or `provider_error` if the system fails.
    public func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
      let isAutofill = request.options.mediation == .conditional
      guard !isAutofill || PlatformPasskeyAutofill.isAvailable else {
        throw AuthError(.unsupported, "This system's keyboard does not suggest passkeys. Use mediation 'modal'.")
      }
      let authorization = try await perform(
        try PlatformPasskeyRequests.assertion(request),
        PlatformPasskeyCeremony.Kind(.use, request.options, isAutofill: isAutofill))
      return try PlatformPasskeyResults.assertion(authorization, for: request)
    }

    /// Ends the ceremonies in progress; each throws `cancelled`.
    public func cancel() async {
      for ceremony in running.withLock({ $0.ceremonies }) { await ceremony.cancel() }
    }

    private func perform(
      _ request: ASAuthorizationRequest, _ kind: PlatformPasskeyCeremony.Kind
    ) async throws(AuthError) -> ASAuthorization {
      guard let ceremony = await PlatformPasskeyCeremony(kind, anchor: anchor) else {
        throw AuthError(
          .invalidRequest,
          "The request has no window over which to show the passkey sheet. Set PasskeyOptions.presentationAnchor.")
      }
      // The system does not show a sheet while a ceremony suggests passkeys by autofill, and allows only one autofill
      // ceremony. Therefore every new ceremony ends the autofill ceremony.
      let ended = running.withLock { running in
        let ended = running.ceremonies.filter(\.kind.isAutofill)
        running.ceremonies.append(ceremony)
        return ended
      }
      defer { running.withLock { $0.ceremonies.removeAll { $0 === ceremony } } }
      for other in ended { await other.cancel() }
      onInteraction?(.began(kind.kind, isAutofill: kind.isAutofill))
      let result = await withTaskCancellationHandler {
        await ceremony.run(request)
      } onCancel: {
        Task { await ceremony.cancel() }
      }
      switch result {
      case .success(let authorization):
        onInteraction?(.approved(kind.kind, isAutofill: kind.isAutofill))
        return authorization
      case .failure(let error):
        onInteraction?(.dismissed(kind.kind, isAutofill: kind.isAutofill))
        throw error
      }
    }
  }
#endif
