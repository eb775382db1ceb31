import AuthCore
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthsignalVendor {
  /// The users, and the challenges that wait for a device. The vendor's own sessions are not listed; the sandbox adds
  /// those of the app's backend, which exchanges a proof for a session.
  package func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = records.users.sorted { $0.key < $1.key }.map { id, user in
      var methods: [String] = []
      for authenticator in user.verified where !methods.contains(authenticator.method.id) {
        methods.append(authenticator.method.id)
      }
      return SandboxOverview.User(
        subject: id, identifier: user.name, methods: methods, createdAt: user.authenticators.map(\.createdAt).min())
    }
    let waiting = records.deviceChallenges.values.filter {
      $0.key != nil && $0.isApproved == nil && world.now < $0.expires
    }
    overview.approvals = waiting.sorted { ($0.expires, $0.id) < ($1.expires, $1.id) }.map { challenge in
      SandboxOverview.Approval(
        id: challenge.id,
        identifier: challenge.userID.map { records.users[$0]?.name ?? $0 },
        request: "\(challenge.key?.code ?? "sign-in") by \(challenge.kind == .push ? "push" : "QR code")",
        number: challenge.custom?[AuthsignalNumberMatching.member]?.stringValue, expires: challenge.expires)
    }
    return overview
  }
}

extension AuthsignalUser {
  /// The user's name on the pages.
  fileprivate var name: String? {
    for member in ["email", "phoneNumber", "username", "displayName"] {
      if let text = profile[member]?.stringValue { return text }
    }
    return authenticators.lazy.compactMap(\.address).first
  }
}

extension AuthsignalMethod {
  /// This package's id of the method.
  fileprivate var id: String {
    switch self {
    case .emailOTP: "email_otp"
    case .emailMagicLink: "email_magic_link"
    case .sms: "sms_otp"
    case .whatsApp: "whatsapp_otp"
    case .authenticatorApp: "totp"
    case .passkey: "passkey"
    case .securityKey: "security_key"
    case .push: "push"
    case .qrCode: "qr"
    case .inApp: "in_app"
    }
  }
}
