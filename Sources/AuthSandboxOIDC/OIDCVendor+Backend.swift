package import AuthCore
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCVendor {
  /// The user of an access token for the app's backend, for `GET /backend/me`.
  package mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? {
    let token: OIDCIssuedToken
    do throws(OIDCFailure) { token = try accessToken(of: request, world) } catch { return nil }
    guard token.audiences.contains(world.oidcDefaultResource), let user = users.user(token.subject) else {
      return nil
    }
    return [
      "subject": .string(user.subject), "identifier": .string(user.identifier), "sessionID": .string(token.grant.id),
      "expiresAt": .string(ISO8601.encode(Date(timeIntervalSince1970: Double(token.expires)))),
    ]
  }

  package mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int {
    let time = world.unixTime
    let grants = liveGrants(at: time).map(\.0).filter { grant in
      switch target {
      case .subject(let subject): grant.authentication?.subject == subject
      case .session(let id): grant.id == id || grant.authentication?.session == id
      }
    }
    for grant in grants { tokens.end(grant.id, at: time) }
    let ended = endLogins(world) { login in
      switch target {
      case .subject(let subject): login.subject == subject
      case .session(let id): login.id == id
      }
    }
    return grants.count + ended
  }

  package mutating func deleteUser(_ subject: String) -> Bool {
    // The tokens of a user who no longer exists are not valid.
    users.delete(subject)
  }
}
