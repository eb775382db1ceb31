import AuthCore
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCVendor {
  /// The users; the browsers' sessions and the grants with live tokens; the devices whose users have not decided.
  package func overview(_ world: SandboxWorld) -> SandboxOverview {
    let time = world.unixTime
    var overview = SandboxOverview()
    overview.users = users.all.map { user in
      SandboxOverview.User(
        subject: user.subject, identifier: user.identifier, methods: ["authorization_code", "device_code"],
        createdAt: Date(timeIntervalSince1970: Double(user.createdAt)))
    }
    let browsers = logins.live(at: time).map { login in
      SandboxOverview.Session(
        id: login.id, subject: login.subject, identifier: users.user(login.subject)?.identifier, kind: "browser",
        expires: Date(timeIntervalSince1970: Double(login.expires)))
    }
    let grants = liveGrants(at: time).map { grant, expires in
      SandboxOverview.Session(
        id: grant.id, subject: grant.subject,
        identifier: grant.authentication.flatMap { users.user($0.subject)?.identifier }, kind: "tokens",
        expires: Date(timeIntervalSince1970: Double(expires)))
    }
    overview.sessions = (browsers + grants).sorted { $0.id < $1.id }
    overview.approvals = waitingDevices(at: time).map(\.device).sorted { $0.userCode < $1.userCode }.map { device in
      SandboxOverview.Approval(
        id: device.userCode, identifier: nil,
        request: "device of \(clients.client(device.clientID, world.oidcPolicy)?.name ?? "a client")",
        number: device.userCode, expires: Date(timeIntervalSince1970: Double(device.expires)))
    }
    return overview
  }

  /// The grants with live tokens, each with the time at which its last token expires.
  func liveGrants(at time: Int64) -> [(OIDCGrant, expires: Int64)] {
    var grants: [String: (OIDCGrant, expires: Int64)] = [:]
    for token in tokens.live(at: time) {
      let known = grants[token.grant.id]?.expires ?? 0
      grants[token.grant.id] = (token.grant, max(known, token.expires))
    }
    return Array(grants.values)
  }
}
