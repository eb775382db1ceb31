import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A memory in this process, of a bounded size. If it is full of identifiers that have not expired, it does not accept
/// more, because a forgotten message could be repeated.
public final class LocalReplayMemory: ReplayMemory {
  private struct State {
    var expiries: [String: Date] = [:]
    var nextSweep = Date.distantPast
  }

  private let limit: Int
  private let state = Locked(State())

  /// Creates an empty memory for at most `limit` identifiers of about 100 bytes each.
  public init(limit: Int = 100_000) { self.limit = limit }

  /// The number of identifiers that are remembered.
  public var count: Int { state.withLock { $0.expiries.count } }

  /// Remembers an identifier, unless it is known. Expired identifiers are removed at most once a second.
  public func remember(_ identifier: String, until expiry: Date, at now: Date) async -> ReplayAnswer {
    state.withLock { state in
      if let known = state.expiries[identifier], known > now { return .known }
      // At most once a second, so that a flood does not make every request cost a sweep.
      if state.nextSweep <= now {
        state.expiries = state.expiries.filter { $0.value > now }
        state.nextSweep = now.addingTimeInterval(1)
      }
      guard state.expiries.count < limit else { return .full }
      state.expiries[identifier] = expiry
      return .new
    }
  }
}
