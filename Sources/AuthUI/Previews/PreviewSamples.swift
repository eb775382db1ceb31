import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What previews show: fictional users, addresses and codes.
enum PreviewSamples {
  static let page = URL(string: "https://login.example.com/authorize")

  static let methods = [
    MethodOption(id: .passkey, label: "Passkey"), MethodOption(id: .emailOTP, label: "Email"),
    MethodOption(id: .oauth("google"), label: "Google"),
  ]

  static let authenticatorApp = TOTPSetupPrompt(
    secret: Secret("JBSWY3DPEHPK3PXP"), uri: Secret("otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP"))

  static func code(at now: Date) -> CodePrompt {
    CodePrompt(
      destination: "j***@example.com", channel: .email, length: 6, format: .numeric,
      expiresAt: now.addingTimeInterval(300), resendAt: now.addingTimeInterval(30))
  }

  static func session(at now: Date) -> Session {
    Session(
      id: SessionID("preview"), providerID: "preview", tenant: "preview", subject: "jane",
      identifier: "jane@example.com", createdAt: now)
  }

  static let accounts = AccountsPresentation([
    AccountsPresentation.Row(
      id: SessionID("one"), title: "jane@example.com", provider: "preview", label: "Home", isSelected: true),
    AccountsPresentation.Row(id: SessionID("two"), title: "joe@example.com", provider: "preview"),
  ])

  static func approvals(at now: Date) -> ApprovalsPresentation {
    let end = now.addingTimeInterval(90)
    let payment = PendingChallenge(
      id: "one", action: "Payment", origin: "Firefox, Berlin", expiresAt: end, needsNumber: true)
    return ApprovalsPresentation([
      ApprovalsPresentation.Row(payment, expiry: Countdown(to: end, at: now), canApprove: false, isBusy: false),
      ApprovalsPresentation.Row(PendingChallenge(id: "two"), expiry: nil, canApprove: true, isBusy: false),
    ])
  }

  static var signOut: SignOutPresentation {
    let pages = page.map { SignOutRedirect(url: $0, callbackScheme: "app", providerID: "preview") }
    let failure = AuthError(.network, "The connection failed.")
    return SignOutPresentation([
      SignOutResult(redirects: [pages].compactMap(\.self), unrevoked: [SessionID("one"): failure])
    ])
  }

  static func signIn(at now: Date) -> SignInPresentation {
    SignInPresentation(state: .expired(session(at: now)), explanation: nil, methods: methods.map(\.id))
  }

  static func session(at now: Date) -> SessionPresentation {
    SessionPresentation(state: .signedIn(session(at: now)), enrollable: [.passkey, .totp])
  }
}
