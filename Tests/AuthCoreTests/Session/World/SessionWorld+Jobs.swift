import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The work of processes, one step at a time, with the order of effects of `ProviderSessions`, `SessionRenewal` and
/// `AuthClient`.
extension SessionWorld {
  mutating func perform(_ job: WorldJob) {
    let (process, engine) = (job.process, job.engine)
    switch job.step {
    case .load(let epoch): load(epoch, process, engine)
    case .loaded(let found, let isUnfinished):
      guard store.revision == found.revision else {
        return apply(processes[process][engine].machine.outdated(epoch: found.epoch), process, engine)
      }
      if processes[process][engine].machine.awaits(epoch: found.epoch) {
        processes[process][engine].revision = found.revision
      }
      apply(
        processes[process][engine].machine.loaded(
          found.session, lock: nil, isRenewalUnfinished: isUnfinished, epoch: found.epoch, now: now), process, engine)
    case .claim(let renewal): claim(renewal, process, engine)
    case .spend(let claimed): spend(claimed, process, engine)
    case .answered(var answered):
      if fails() {
        count("not spooled")
      } else {
        store.spool(answered.new)
        answered.isSpooled = true
      }
      jobs.append(WorldJob(process, engine, .commit(answered)))
    case .commit(let answered): commit(answered, process, engine)
    case .ended(let id, let token, let outcome): ended(id, token, outcome, process, engine)
    case .adopt(let session): adopt(session, process, engine)
    case .select(let id):
      guard let session = store.records[id] else { return }
      select(session, process, engine)
    case .signOut(let session): signOut(session, process, engine)
    case .tell(let session): tell(session)
    case .revokeUnused(let session):
      if !fails() { store.note(session) }
      tell(session)
    case .finish(let session): finish(session, process, engine)
    case .flow(let flow, let step): perform(step, of: flow, process, engine)
    case .resume(let ticket): resume(ticket, process, engine)
    case .take(let ticket, let stored, let version): take(ticket, stored, version, process, engine)
    }
  }

  private mutating func load(_ epoch: UInt64, _ process: Int, _ engine: Int) {
    if fails() {
      count("load failed")
      processes[process][engine].revision = nil
      // The session in memory is used.
      for caller in processes[process][engine].asks.keys { processes[process][engine].asks[caller]?.hasRead = false }
      return apply(
        processes[process][engine].machine.loadFailed(AuthError(.storeLocked, "Later."), epoch: epoch, now: now),
        process, engine)
    }
    recover(process, engine)
    if processes[process][engine].machine.selected.isLoaded { count("reread") }
    let session = processes[process][engine].read(store)
    jobs.append(
      WorldJob(
        process, engine,
        .loaded(
          WorldJob.Found(session: session, epoch: epoch, revision: store.revision),
          isUnfinished: session.map { store.notes[$0.id] == $0.generation } ?? false)))
  }

  /// Stores interrupted renewals, and sends the revocations that servers have not received.
  private mutating func recover(_ process: Int, _ engine: Int) {
    let own = processes[process][engine]
    guard own.account == nil, !own.isRecovered else { return }
    processes[process][engine].isRecovered = true
    for renewed in store.rotations.values where own.isOwn(renewed) {
      count("recovered")
      store.settle(SessionRenewal.Outcome(store.commit(renewed), storing: renewed, from: renewed))
    }
    for session in store.revocations.values where own.isOwn(session) {
      jobs.append(WorldJob(process, engine, .finish(session)))
    }
  }

  private mutating func finish(_ session: Session, _ process: Int, _ engine: Int) {
    let wasStored = store.records[session.id] == session
    let other = store.deleting(session)
    if wasStored { noteEnd(of: session.id, session.providerID) }
    if let other, session.isSucceeded(by: other) { return store.strike(session) }
    tell(session)
  }

  // MARK: Renewing

  private mutating func claim(_ renewal: WorldJob.Renewal, _ process: Int, _ engine: Int) {
    let id = renewal.known.id
    for (other, pair) in processes[process].unsaved {
      if fails() {
        if let newer = processes[process].unsaved[id], newer.new.generation > renewal.known.generation {
          let error = AuthError(.storeFull, "No room.")
          return end(
            id: id, nil, .success(.unsaved(UnsavedRenewal(renewed: newer.new, old: newer.old), error)), process, engine)
        }
        return end(id: id, nil, .failure(AuthError(.storeFull, "No room.")), process, engine)
      }
      save(other, pair, process, engine)
    }
    guard let stored = store.records[id] else { return end(id: id, nil, .success(.dropped(nil)), process, engine) }
    let (token, isOvertaken) = store.claim(id, by: process, now: now, lease: Self.lease)
    guard let token else {
      count("claim held")
      var renewal = renewal
      renewal.tries += 1
      if renewal.tries > 20, !isEnding {
        return end(id: id, nil, .failure(AuthError(.storeLocked, "Later.")), process, engine)
      }
      if isEnding { now = now.addingTimeInterval(10) }
      return jobs.append(WorldJob(process, engine, .claim(renewal)))
    }
    if isOvertaken {
      count("overtaken")
      // The holder did not store its response before the lease ended, so the server returns the same response again.
      for case .answered(let late) in jobs.map(\.step) where late.old == stored { server.lose(answerTo: stored) }
      for case .commit(let late) in jobs.map(\.step) where late.old == stored { server.lose(answerTo: stored) }
    }
    if let spooled = store.rotations[id], spooled.generation > stored.generation {
      count("spooled")
      if fails() {
        processes[process].unsaved[id] = (spooled, stored)
        let error = AuthError(.storeFull, "No room.")
        return end(
          id: id, token, .success(.unsaved(UnsavedRenewal(renewed: spooled, old: stored), error)), process, engine)
      }
      store.settle(SessionRenewal.Outcome(store.commit(spooled), storing: spooled, from: stored))
      store.release(id, token)
      return jobs.append(WorldJob(process, engine, .claim(renewal)))
    }
    let machine = processes[process][engine].machine
    let isFresh = machine.policy.decide(stored, now: now, jitter: 0, isRenewable: true) != .refresh
    let decision = RenewalDecision(
      stored: stored.generation, known: renewal.known.generation, isFresh: isFresh, isForced: renewal.isForced)
    if decision == .adopt {
      count("adopted")
      return end(id: id, token, .success(.adopted(stored)), process, engine)
    }
    if fails() { return end(id: id, token, .failure(AuthError(.storeFull, "No room.")), process, engine) }
    store.notes[id] = stored.generation
    let end = now.addingTimeInterval(Self.limit).timeIntervalSince1970
    jobs.append(
      WorldJob(
        process, engine, .spend(WorldJob.Claimed(stored: stored, known: renewal.known, token: token, end: end))))
  }

  private mutating func spend(_ claimed: WorldJob.Claimed, _ process: Int, _ engine: Int) {
    let (stored, id) = (claimed.stored, claimed.stored.id)
    // A time limit ends the request well before the lease ends. The server may have received the request.
    let isLate = now.timeIntervalSince1970 > claimed.end
    let failure = isLate || fails()
    if failure, isLate || random.chance(1, in: 2) {
      count("failure")
      return end(id: id, claimed.token, .failure(AuthError(.network, "Not now.")), process, engine)
    }
    let (answer, broken) = server.spend(stored)
    if let broken { check(false, broken) }
    guard case .rotated(let credential) = answer else {
      count("refused")
      let wasStored = store.records[id] == stored
      let other = store.deleting(stored)
      if wasStored { noteEnd(of: id, stored.providerID) }
      if let other { return end(id: id, claimed.token, .success(.adopted(other)), process, engine) }
      let refusal = AuthError(.sessionRevoked, "Over.")
      return end(id: id, claimed.token, .success(.refused(refusal, stored)), process, engine)
    }
    if failure {
      count("answer lost")
      server.lose(answerTo: stored)
      return end(id: id, claimed.token, .failure(AuthError(.timeout, "Not now.")), process, engine)
    }
    var new = stored
    new.generation += 1
    new.displayName = credential
    new.createdAt = now
    new.expiresAt = now.addingTimeInterval(Double(60 + random.below(3600)))
    jobs.append(
      WorldJob(process, engine, .answered(WorldJob.Answered(new: new, old: stored, token: claimed.token))))
  }

  private mutating func commit(_ answered: WorldJob.Answered, _ process: Int, _ engine: Int) {
    let (new, old) = (answered.new, answered.old)
    if fails() {
      count("unsaved")
      processes[process].unsaved[new.id] = (new, old)
      // Without a record on disk, another process cannot find the response, so it repeats the request.
      if !answered.isSpooled { server.lose(answerTo: old) }
      let error = AuthError(.storeFull, "No room.")
      return end(
        id: new.id, answered.token, .success(.unsaved(UnsavedRenewal(renewed: new, old: old), error)), process, engine)
    }
    let outcome = SessionRenewal.Outcome(store.commit(new), storing: new, from: old)
    switch outcome {
    case .renewed: count("renewed")
    case .superseded: count("superseded")
    default: count("dropped")
    }
    if answered.isSpooled { store.settle(outcome) }
    end(id: new.id, answered.token, .success(outcome), process, engine)
  }

  private mutating func end(
    id: SessionID, _ token: UInt64?, _ outcome: Result<SessionRenewal.Outcome, AuthError>, _ process: Int, _ engine: Int
  ) {
    jobs.append(WorldJob(process, engine, .ended(id, token: token, outcome)))
  }

  private mutating func ended(
    _ id: SessionID, _ token: UInt64?, _ outcome: Result<SessionRenewal.Outcome, AuthError>, _ process: Int,
    _ engine: Int
  ) {
    if let token { store.release(id, token) }
    processes[process][engine].flights.remove(id)
    apply(processes[process][engine].machine.renewalEnded(id, outcome, now: now), process, engine)
  }

  // MARK: Signing in and out

  mutating func adopt(_ session: Session, _ process: Int, _ engine: Int) {
    if fails() {
      count("sign-in not stored")
      return server.report(session)
    }
    let earlier = store.records.values.filter {
      $0.id != session.id && $0.providerID == session.providerID && $0.tenant == session.tenant
        && $0.subject == session.subject
    }
    store.save(session)
    select(session, process, engine)
    for old in earlier {
      count("signed in again")
      let account = processes[process].engines.firstIndex { $0.account == old.id }
      jobs.append(WorldJob(process, account ?? engine, .signOut(old)))
    }
  }

  private mutating func select(_ session: Session, _ process: Int, _ engine: Int) {
    store.select(session.id, for: session.providerID)
    noteSelection(of: session.providerID)
    processes[process][engine].revision = store.revision
    apply(processes[process][engine].machine.selected(session, now: now), process, engine)
  }

  private mutating func signOut(_ session: Session, _ process: Int, _ engine: Int) {
    if fails() { return }
    var last = store.records[session.id] ?? session
    let unsaved = processes[process].unsaved[session.id]?.new
    if let unsaved, unsaved.generation > last.generation { last = unsaved }
    guard processes[process][engine].isOwn(last) else { return check(false, "another tenant's session is signed out") }
    if !fails() { store.note(last) }
    store.remove(session.id)
    noteEnd(of: session.id, session.providerID)
    if let unsaved { store.unspool(unsaved) }
    processes[process].unsaved[session.id] = nil
    apply(processes[process][engine].machine.removed(last, .requested, now: now), process, engine)
    // The other engines of this process read the store.
    for other in processes[process].engines.indices where other != engine {
      apply(processes[process][other].machine.changed(), process, other)
    }
    jobs.append(WorldJob(process, engine, .tell(last)))
  }

  private mutating func tell(_ session: Session) {
    if fails() {
      // A noted revocation is sent at the next start. Without a note, the caller receives the error.
      if store.revocations[session.version] == nil { server.report(session) }
      return
    }
    if let stored = store.records[session.id] {
      check(stored.identifier != session.identifier, "a stored session was revoked")
    }
    server.revoke(session)
    store.strike(session)
  }
}
