#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the selected session changes after the store was read or changed.
extension SessionMachine {
  /// Whether the result of a read that began in `epoch` is still expected. The result of any other read is ignored,
  /// together with the store's change count that was taken at the start of that read.
  func awaits(epoch: UInt64) -> Bool { loading != nil && epoch == self.epoch }

  /// Reads the store, unless a read is under way.
  mutating func read() -> [Command] {
    guard reading != epoch else { return [] }
    reading = epoch
    return [.load(epoch: epoch)]
  }

  /// The store changed during the read. If callers wait, the read is repeated for them.
  mutating func outdated(epoch: UInt64) -> [Command] {
    if reading == epoch { reading = nil }
    return loading == nil ? [] : read()
  }

  /// The store was read, for the first time or again.
  ///
  /// - Parameters:
  ///   - session: the session that was read; nil if no session is selected.
  ///   - lock: why the key of `session` cannot be reached; nil when it can be reached.
  ///   - isRenewalUnfinished: whether a renewal of `session` was started and interrupted. Used only by the first read.
  ///   - epoch: the epoch at the start of the read. The result is ignored if a session was selected, signed out or
  ///     changed since.
  ///   - now: the current time.
  mutating func loaded(
    _ session: Session?, lock: AuthError?, isRenewalUnfinished: Bool, epoch: UInt64, now: Date
  ) -> [Command] {
    // A sign-in during the read may have answered the waiting callers.
    guard awaits(epoch: epoch) else { return outdated(epoch: epoch) }
    reading = nil
    var commands: [Command] = []
    if selected.isLoaded {
      commands = reread(session, lock: lock, now: now)
    } else {
      selected.loaded(session, lock: lock, isRenewalUnfinished: isRenewalUnfinished)
    }
    return commands + serveLoading(now) + aftermath(now)
  }

  /// The store could not be read. If an earlier read succeeded, the callers are served from memory. Otherwise they
  /// receive the error, and the next caller reads the store again.
  mutating func loadFailed(_ error: AuthError, epoch: UInt64, now: Date) -> [Command] {
    guard awaits(epoch: epoch) else { return outdated(epoch: epoch) }
    reading = nil
    guard !selected.isLoaded else { return serveLoading(now) }
    let waiters = loading ?? [:]
    loading = nil
    return waiters.isEmpty ? [] : [.answer(Array(waiters.keys), .failure(error))]
  }

  /// Another process, or another part of this process, may have changed the store.
  mutating func changed() -> [Command] {
    if loading != nil {
      // A read that is under way may have started before the change.
      epoch += 1
      return []
    }
    guard selected.isLoaded else { return [] }
    isStale = true
    loading = [:]
    return read()
  }

  /// Takes over the content of the store. The data of a replaced credential is not discarded, because the process that
  /// changed the store discards it.
  private mutating func reread(_ session: Session?, lock: AuthError?, now: Date) -> [Command] {
    guard let session else {
      guard let known = selected.session else { return [] }
      flights[known.id]?.isEndTold = true
      return end(known.id, .requested) + moveCallers(exceptOf: nil, now)
    }
    guard let known = selected.session, known.id == session.id else {
      selected.selected(session, lock: lock)
      flights[session.id]?.isEndTold = false
      return moveCallers(exceptOf: session.id, now)
    }
    guard session != known, session.generation >= known.generation else { return [] }
    selected.renewed(session)
    selected.relocked(lock)
    return []
  }

  /// Serves waiting callers of `session()` again, so that they receive the session that is selected now and not a late
  /// response for the previous one. Callers that wait for the renewal of the session `selected` stay.
  private mutating func moveCallers(exceptOf selected: SessionID?, _ now: Date) -> [Command] {
    var commands: [Command] = []
    for id in Array(flights.keys) where id != selected {
      let moved = flights[id]?.waiters.filter { $0.value.demand == .working } ?? [:]
      for (waiter, waiting) in moved {
        flights[id]?.waiters[waiter] = nil
        commands += serve(waiting.demand, waiter, now)
      }
    }
    return commands
  }

  /// An attempt to store an unsaved renewal has ended without an error. The renewed session was stored, or its record
  /// had been replaced or removed.
  mutating func saved(_ outcome: SessionRenewal.Outcome, now: Date) -> [Command] {
    switch outcome {
    case .renewed(let new, let old): return [.replaced(old, by: new)]
    case .superseded(let other, let unused):
      selected.replaced(by: other)
      return [Self.retiring(unused, for: other)] + aftermath(now)
    case .dropped(let unused?):
      return [.revoke(unused, beside: nil)] + end(unused.id, .requested) + aftermath(now)
    case .dropped(nil), .adopted, .refused, .unsaved: return []
    }
  }

  /// A session was stored and selected: a sign-in was completed, another session was selected, or the selected session
  /// was stored with new data.
  mutating func selected(_ session: Session, lock: AuthError? = nil, now: Date) -> [Command] {
    epoch += 1
    selected.selected(session, lock: lock)
    flights[session.id]?.isEndTold = false
    let commands = serveLoading(now) + moveCallers(exceptOf: session.id, now)
    return commands + aftermath(now)
  }

  /// This engine deleted a session from the store.
  mutating func removed(_ session: Session, _ reason: SignOutReason, now: Date) -> [Command] {
    epoch += 1
    var commands = [Command.discard(session)]
    if let known = selected.session, known.id == session.id, known.generation > session.generation {
      commands.append(.discard(known))
    }
    commands += end(session.id, reason)
    let waiters = flights[session.id].map { Array($0.waiters.keys) } ?? []
    flights[session.id]?.isOrphan = true
    flights[session.id]?.waiters = [:]
    if !waiters.isEmpty { commands.append(.answer(waiters, .failure(notSignedIn))) }
    return commands + aftermath(now)
  }

  /// A session is no longer the selected one, but is still stored.
  mutating func deselected(_ id: SessionID, now: Date) -> [Command] {
    epoch += 1
    selected.ended(id, .deselected)
    return aftermath(now)
  }

  /// The engine has checked again whether the key of a session can be reached. Ignored if another session, or the same
  /// session with another key, is now selected.
  mutating func relocked(_ lock: AuthError?, of session: Session, now: Date) -> [Command] {
    guard let current = selected.session, current.id == session.id, current.key == session.key else { return [] }
    selected.relocked(lock)
    return aftermath(now)
  }
}
