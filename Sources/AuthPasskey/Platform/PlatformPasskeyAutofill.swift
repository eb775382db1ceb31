#if canImport(AuthenticationServices)
  import AuthenticationServices

  /// The suggestion of passkeys by the keyboard, which only iOS and iPadOS support.
  enum PlatformPasskeyAutofill {
    #if os(iOS) && !targetEnvironment(macCatalyst)
      static let isAvailable = true

      @MainActor
      static func perform(_ controller: ASAuthorizationController) { controller.performAutoFillAssistedRequests() }
    #else
      static let isAvailable = false

      @MainActor
      static func perform(_ controller: ASAuthorizationController) { controller.performRequests() }
    #endif
  }
#endif
