package import AuthSandboxKit

extension TurnkeyVendor {
  /// The users of all organisations, their sessions that have not expired, and the activities that wait for a decision.
  package func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    for organization in ([directory.parentID] + directory.order).compactMap({ directory.organization($0) }) {
      for user in organization.users {
        overview.users.append(user.overview)
        overview.sessions += user.apiKeys.filter { $0.origin != .registration && !$0.isExpired(at: world.now) }.map {
          SandboxOverview.Session(
            id: $0.id, subject: user.id, identifier: user.address, kind: $0.name, expires: $0.expires)
        }
      }
      overview.approvals += activities.all(of: organization.id).filter(\.isWaiting).reversed().map { activity in
        SandboxOverview.Approval(
          id: activity.id, identifier: directory.user(activity.caller.place)?.address ?? organization.name,
          request: activity.kind.path.replacing("_", with: " "))
      }
    }
    overview.sessions += readOnlySessions.values.filter { $0.expires > world.now }.map { session in
      SandboxOverview.Session(
        // A fixed text, since a read-only session has no id other than its token, which must not be shown.
        id: "read-only", subject: session.place.user, identifier: directory.user(session.place)?.address,
        kind: "read-only session", expires: session.expires)
    }
    return overview
  }
}

extension TurnkeyUser {
  /// The user's name on the pages: the e-mail address, otherwise the phone number, otherwise the user name.
  fileprivate var address: String { email ?? phone ?? name }

  fileprivate var overview: SandboxOverview.User {
    var methods: [String] = []
    if email != nil { methods.append("email_otp") }
    if phone != nil { methods.append("sms_otp") }
    if !authenticators.isEmpty { methods.append("passkey") }
    methods += oauthIdentities.map { "oauth:" + $0.name }
    if apiKeys.contains(where: { $0.origin == .registration }) { methods.append("API key") }
    return SandboxOverview.User(subject: id, identifier: address, methods: methods, createdAt: createdAt)
  }
}
