import AuthCore

/// The scanned challenges that this device has claimed but not decided. They are remembered because a challenge can be
/// claimed only once (A50). Each client keeps the latest 32 in memory, so that challenges that are never decided do not
/// accumulate.
final class ClaimedChallenges: Sendable {
  private let ids = Locked<[String]>([])
  private static let limit = 32

  func contains(_ id: String) -> Bool { ids.withLock { $0.contains(id) } }

  func insert(_ id: String) {
    ids.withLock { ids in
      ids.removeAll { $0 == id }
      ids.append(id)
      if ids.count > Self.limit { ids.removeFirst() }
    }
  }

  func remove(_ id: String) { ids.withLock { $0.removeAll { $0 == id } } }
}
