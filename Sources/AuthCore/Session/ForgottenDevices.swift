/// The users whose device trust a sign-out removes, by provider instance: a pure value.
///
/// If the caller names an instance, device trust is removed only there. An instance whose sessions end forgets the
/// users of these sessions. Any other instance forgets the users who are signed out elsewhere, because they may have
/// the same identifier there. An instance forgets all users of the device if one of those users has no identifier, if
/// no session ends at all, or if the sign-out covers all sessions and none of them belongs to the instance.
struct ForgottenDevices: Sendable, Equatable {
  /// The users to forget at each instance, in order; nil for all users.
  let identifiers: [ProviderID: [String?]]

  /// - Parameters:
  ///   - ended: the sessions that end.
  ///   - asked: the instance that the caller named; nil for all instances.
  ///   - scope: which sessions the sign-out ends.
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
