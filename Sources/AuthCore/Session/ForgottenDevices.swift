/// The users whose device trust a sign-out removes, by provider instance: a pure value.
///
/// If the caller names an instance, only that one counts. If sessions of an instance end, its users are those of the
/// ended sessions; if one of these has no identifier, all users of the device are forgotten. If none of an instance's
/// sessions end, its users are those signed out at other instances, because they may have the same identifier here. In
/// that case all users are forgotten if the sign-out covers all sessions, or if no session ends at all.
struct ForgottenDevices: Sendable, Equatable {
  /// The users to forget at each instance, in order; nil for all users.
  let identifiers: [ProviderID: [String?]]

  /// - Parameters:
  ///   - ended: the sessions that end.
  ///   - asked: the instance that the caller named.
  ///   - scope: how far the sign-out goes.
  ///   - instances: all instances.
  init(
    ended: [(provider: ProviderID, identifier: String?)], asked: ProviderID?, scope: SignOutOptions.Scope,
    instances: [ProviderID]
  ) {
    var identifiers: [ProviderID: [String?]] = [:]
    for id in asked.map({ [$0] }) ?? instances {
      let own = ended.filter { $0.provider == id }.map(\.identifier)
      let users = own.isEmpty && scope == .selected ? ended.map(\.identifier) : own
      identifiers[id] = Self.distinct(users)
    }
    self.identifiers = identifiers
  }

  private static func distinct(_ users: [String?]) -> [String?] {
    var seen: Set<[UInt8]> = []
    let named = users.compactMap(\.self)
    guard !named.isEmpty, named.count == users.count else { return [nil] }
    return named.filter { seen.insert(Array($0.utf8)).inserted }
  }
}
