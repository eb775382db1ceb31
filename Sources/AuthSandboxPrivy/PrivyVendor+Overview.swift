package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PrivyVendor {
  /// The users and live sessions; this vendor has no challenges for a second device.
  package func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = directory.page(after: nil, limit: .max).users.map { user in
      SandboxOverview.User(
        subject: user.id, identifier: user.name, methods: user.accounts.compactMap(\.kind.method),
        createdAt: Date(timeIntervalSince1970: Double(user.createdAt)))
    }
    overview.sessions = sessions.live.map { session in
      SandboxOverview.Session(
        id: session.id, subject: session.user, identifier: directory.user(session.user)?.name,
        kind: "session", expires: nil)
    }
    return overview
  }
}

extension PrivyUser {
  /// The user's name on the pages: the first e-mail address, otherwise the name of the first account that has one.
  fileprivate var name: String? { email ?? accounts.lazy.compactMap(\.kind.name).first }
}

extension PrivyUser.Account.Kind {
  fileprivate var name: String? {
    switch self {
    case .customAuth(let id): id
    case .email(let address), .phone(let address): address
    case .oauth(let service, let subject): "\(subject) at \(service)"
    case .telegram(let id): "\(id) at telegram"
    case .farcaster(let fid): "\(fid) at farcaster"
    case .ownWallet(_, let address): address
    case .guest: "guest"
    case .passkey, .wallet: nil
    }
  }

  /// The method's id; nil for an account that cannot sign in.
  fileprivate var method: String? {
    switch self {
    case .customAuth: "custom_jwt"
    case .email: "email_otp"
    case .phone: "sms_otp"
    case .oauth(let service, _): "oauth:" + service
    case .telegram: "oauth:telegram"
    case .farcaster: "farcaster"
    case .ownWallet: "wallet"
    case .passkey: "passkey"
    case .guest: "guest"
    case .wallet: nil
    }
  }
}
