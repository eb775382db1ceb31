package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One prompt of every kind, and an answer that it takes.
package enum Prompts {
  package static let start = Date(timeIntervalSince1970: 1_767_225_600)
  package static let page = URL(string: "https://idp.example/authorize")!
  package static let callback = URL(string: "app://callback?code=1")!

  package static let code = CodePrompt(
    destination: "j***@example.com", channel: .email, length: 6, format: .numeric,
    expiresAt: start.addingTimeInterval(300), resendAt: start.addingTimeInterval(30))
  package static let approval = ApprovalPrompt(
    qrData: "https://qr.example/1", displayCode: "42", verificationURL: page, expiresAt: start.addingTimeInterval(60),
    pollInterval: .seconds(3600))

  package static let all: [Prompt] = [
    .selectMethod([MethodOption(id: .emailOTP, label: "E-mail"), MethodOption(id: .passkey, label: "Passkey")]),
    .selectAccount([AccountOption(id: "a", label: "Home"), AccountOption(id: "b", label: "Work")]),
    .enterEmail(EmailPrompt(existing: "jane@example.com")),
    .enterPhone(PhonePrompt(existing: "+1******0123")),
    .enterCode(code),
    .setupTOTP(TOTPSetupPrompt(secret: Secret("JBSWY3DP"), uri: Secret("otpauth://totp/x?secret=JBSWY3DP"))),
    .enterTOTP(TOTPPrompt()),
    .redirect(RedirectPrompt(url: page, callbackScheme: "app")),
    .awaitApproval(approval),
    .input([
      InputField(name: "invite_code", label: "Invite code", kind: .inviteCode),
      InputField(name: "pin", label: "PIN", kind: .pin),
      InputField(name: "note", label: "Note", isOptional: true),
    ]),
    .unknown(type: "face_scan"),
  ]
}
