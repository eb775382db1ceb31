/// The activities, indexed by id, and by organisation and fingerprint. The fingerprint is a hash of the submitted body,
/// so a body that is sent again finds its activity (T10).
struct TurnkeyActivities: Sendable {
  /// The maximum number of activities that are kept, so that a sandbox that runs for a long time does not fill the
  /// memory. Beyond this limit, the older half is removed at once, since removing them one by one would be slow.
  private static let limit = 10_000

  private var byID: [String: TurnkeyActivity] = [:]
  private var ids: [String: String] = [:]
  private var order: [String] = []

  func activity(_ id: String) -> TurnkeyActivity? { byID[id] }

  func activity(fingerprint: String, organization: String) -> TurnkeyActivity? {
    ids[organization + " " + fingerprint].flatMap { byID[$0] }
  }

  /// The activities of an organisation, newest first.
  func all(of organization: String) -> [TurnkeyActivity] {
    order.reversed().compactMap { byID[$0] }.filter { $0.organization == organization }
  }

  mutating func save(_ activity: TurnkeyActivity) {
    if byID.updateValue(activity, forKey: activity.id) != nil { return }
    ids[activity.organization + " " + activity.fingerprint] = activity.id
    order.append(activity.id)
    guard order.count > Self.limit else { return }
    for id in order.prefix(Self.limit / 2) {
      guard let old = byID.removeValue(forKey: id) else { continue }
      ids[old.organization + " " + old.fingerprint] = nil
    }
    order.removeFirst(Self.limit / 2)
  }
}
