/// Whose trust in this device a sign-out takes away, by provider instance: a pure value.
///
/// An instance that is named is the only one. The users of an instance are those whose sessions of it end; where one of
/// them has no identifier, it is every user of the device. Where none of an instance's sessions end, they are the users
/// that are signed out elsewhere, who may be known there by the same identifier; and every user where all are signed out,
/// or no session ends at all.
struct ForgottenDevices: Sendable, Equatable {
  /// Whom to forget at each instance, in order; nil for every user.
  let identifiers: [ProviderID: [String?]]

  /// - Parameters:
  ///   - ended: the sessions that end.
  ///   - asked: the instance that the caller named.
  ///   - scope: how far the sign-out goes.
  ///   - instances: those that there are.
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
