import AuthAppSessions
import AuthCore
import AuthTesting

/// What clients know about their sessions, and the laws that must hold whatever hosts do at the same time:
///
/// 1. A refresh token renews at most once.
/// 2. When a renewal was refused, or a call that ends sessions has returned, no token of the session is accepted.
/// 3. A session ends only if a call ended it, or one of its tokens was presented twice.
/// 4. A session whose token is accepted is in the list of its subject, so that it can be ended.
actor SessionJournal {
  private struct Known {
    let id: SessionID
    let subject: String
    let sid: String
    var access: [Secret]
    var refresh: [Secret]
    /// How often each refresh token was presented, and how often it renewed.
    var presented = [0]
    var renewed = [0]
    var mayBeDead = false
    var mustBeDead = false
  }

  private var sessions: [Known] = []
  private var faults: [String] = []
  private var sidCount = 0
  /// How many calls that end all sessions of a subject are running, and how many have ever begun.
  private var endingNow: [String: Int] = [:]
  private var endingsStarted: [String: Int] = [:]
  private static let subjects = ["jane", "joe", "ann"]

  var figures: (opened: Int, renewed: Int, dead: Int) {
    (sessions.count, sessions.map { $0.renewed.reduce(0, +) }.reduce(0, +), sessions.count { $0.mustBeDead })
  }

  /// Chooses what a host does next.
  func choose(_ random: inout SplitMix64) -> @Sendable (AppSessions) async -> Void {
    let subject = Self.subjects[random.below(Self.subjects.count)]
    let live = sessions.indices.filter { !sessions[$0].mustBeDead }
    guard !live.isEmpty, !random.chance(1, in: 4) else {
      sidCount += 1
      let sid = "sid-\(sidCount)"
      return { await self.open($0, subject, sid) }
    }
    let index = live[random.below(live.count)]
    switch random.below(20) {
    case 0: return { await self.endAll($0, subject) }
    case 1: return { await self.end($0, index) }
    case 2: return { await self.endProvider($0, index) }
    case 3, 4:
      let token = random.below(sessions[index].refresh.count)
      return { await self.renew($0, index, token) }
    case 5:
      return { host in _ = try? await AppSessionSweep.Cursor.sweepAll(host) }
    default: return { await self.renew($0, index, nil) }
    }
  }

  private func open(_ host: AppSessions, _ subject: String, _ sid: String) async {
    let (running, started) = (endingNow[subject, default: 0], endingsStarted[subject, default: 0])
    guard let issued = try? await host.issue(SessionBench.request(subject, user: subject, sid: sid)) else { return }
    sessions.append(
      Known(
        id: issued.session.id, subject: subject, sid: sid, access: [issued.token], refresh: [issued.refreshToken],
        // A call that ends all sessions of the subject ran at the same time.
        mayBeDead: running > 0 || endingsStarted[subject, default: 0] != started))
  }

  /// Presents a refresh token; the last one for nil.
  private func renew(_ host: AppSessions, _ index: Int, _ number: Int?) async {
    let number = number ?? sessions[index].refresh.count - 1
    sessions[index].presented[number] += 1
    do throws(AuthError) {
      let issued = try await host.rotate(sessions[index].refresh[number])
      sessions[index].renewed[number] += 1
      if sessions[index].renewed[number] > 1 { faults.append("law 1: \(index)") }
      sessions[index].access.append(issued.token)
      sessions[index].refresh.append(issued.refreshToken)
      sessions[index].presented.append(0)
      sessions[index].renewed.append(0)
    } catch  where error.code == .invalidToken {
      if !sessions[index].mayBeDead, !sessions[index].presented.contains(where: { $0 > 1 }) {
        faults.append("law 3: \(index)")
      }
      sessions[index].mustBeDead = true
    } catch {
      // The host crashed. The token may be spent.
    }
  }

  private func endAll(_ host: AppSessions, _ subject: String) async {
    let known = sessions.indices.filter { sessions[$0].subject == subject }
    for index in known { sessions[index].mayBeDead = true }
    endingNow[subject, default: 0] += 1
    endingsStarted[subject, default: 0] += 1
    let isDone = (try? await host.revoke(subject: subject)) != nil
    endingNow[subject, default: 0] -= 1
    if isDone { for index in known { sessions[index].mustBeDead = true } }
  }

  private func end(_ host: AppSessions, _ index: Int) async {
    sessions[index].mayBeDead = true
    if (try? await host.revoke(sessions[index].id, of: sessions[index].subject)) != nil {
      sessions[index].mustBeDead = true
    }
  }

  private func endProvider(_ host: AppSessions, _ index: Int) async {
    sessions[index].mayBeDead = true
    if (try? await host.revoke(providerSession: sessions[index].sid, at: "op")) != nil {
      sessions[index].mustBeDead = true
    }
  }

  /// Checks the laws while nothing runs, and returns what is broken.
  func check(_ judge: AppSessions) async -> [String] {
    var listed: Set<SessionID> = []
    for subject in Self.subjects {
      for session in (try? await judge.list(subject: subject)) ?? [] { listed.insert(session.id) }
    }
    for index in sessions.indices {
      let known = sessions[index]
      var accepted = 0
      for token in known.access.suffix(3) where (try? await judge.verify(token)) != nil { accepted += 1 }
      if known.mustBeDead, accepted > 0 { faults.append("law 2: \(index)") }
      if accepted == 0, !known.mustBeDead, !known.mayBeDead, !known.presented.contains(where: { $0 > 1 }) {
        faults.append("law 3: \(index)")
      }
      if accepted > 0, !listed.contains(known.id) { faults.append("law 4: \(index)") }
    }
    return faults
  }
}

extension AppSessionSweep.Cursor {
  /// Sweeps one round.
  static func sweepAll(_ sessions: AppSessions) async throws -> Int {
    var cursor = AppSessionSweep.Cursor()
    var removed = 0
    repeat {
      let result = try await sessions.sweep(cursor)
      removed += result.removed
      cursor = result.next
    } while !cursor.isStart
    return removed
  }
}
