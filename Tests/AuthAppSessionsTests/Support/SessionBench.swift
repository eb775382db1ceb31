import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sessions of an app on a store in memory, with a clock that tests move and the events so far.
struct SessionBench: Sendable {
  let clock = ManualClock()
  let store: any RecordStore
  let policy: AppSessionPolicy
  private let recorded = EventList()

  init(_ store: any RecordStore = MemoryRecordStore(), _ change: (inout AppSessionPolicy) -> Void = { _ in }) {
    var policy = AppSessionPolicy()
    change(&policy)
    self.policy = policy
    self.store = store
  }

  /// A host: all hosts share the store, the clock and the list of events.
  func host(_ other: (any RecordStore)? = nil) -> AppSessions {
    AppSessions(
      records: other ?? store, policy: policy, clock: clock, random: SystemRandomSource(), observe: recorded.add)
  }

  var events: [AppSessionEvent] { recorded.events }

  /// The last reason for a refusal.
  var lastRefusal: AppSessionRefusal? {
    events.compactMap { if case .refused(let reason, _) = $0 { reason } else { nil } }.last
  }

  static func request(
    _ subject: String = "jane", user: String? = nil, sid: String? = nil, jkt: String? = nil
  ) -> AppSessionRequest {
    AppSessionRequest(
      subject: subject, provider: "op", providerSubject: user, providerSession: sid, claims: ["plan": "pro"],
      device: "Firefox on Linux", dpopKeyThumbprint: jkt)
  }
}

private final class EventList: Sendable {
  private let list = Locked<[AppSessionEvent]>([])
  var events: [AppSessionEvent] { list.withLock { $0 } }
  @Sendable func add(_ event: AppSessionEvent) { list.withLock { $0.append(event) } }
}

/// Runs `body`, and returns the code of its error; nil if it throws none.
func code(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? AuthError)?.code.rawValue ?? "\(type(of: error))"
  }
}
