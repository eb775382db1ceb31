/// The users whose device trust a sign-out removes, by provider instance: a pure value.
///
/// If the caller names an instance, device trust is removed only at that instance. An instance whose sessions end
/// removes the trust of the users of these sessions. With the scope `selected`, any other instance removes the trust of
/// the users whose sessions end at another instance, because they may have the same identifier at this one.
///
/// An instance removes the trust of all users of the device in three cases: one of its users to forget has no
/// identifier; no session ends at all; or the scope is `all` and none of the sessions that end belongs to the instance.
struct ForgottenDevices: Sendable, Equatable {
  /// The users to forget at each instance, in the order of their sessions; the single element nil means all users.
  let identifiers: [ProviderID: [String?]]

  /// Determines the users to forget.
  ///
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
