/// The activities, found by id or by fingerprint, a hash of the submitted body: the same body is the same activity
/// (T10).
struct TurnkeyActivities: Sendable {
  /// How many activities are kept. Beyond this, the oldest are dropped, half the limit at a time.
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
