public import AuthCore
import AuthStorage

/// Renewals under a claim, which is a lease in the session's row, measured on the database's clock.
extension PostgresSessionStore: RenewalClaiming {
  /// The time after the end of a lease in which its holder may still store the vendor's response.
  private static let grace = Duration.seconds(5)

  /// The time in seconds by which this machine's clock is behind the database's clock; nil until a session or the
  /// changes were read.
  public var clockLag: Double? { place.clock.lag }

  /// Claims the session's row for a renewal, without waiting for another holder.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - generation: the generation that the session must have; nil for any generation.
  ///   - lease: how long the claim lasts.
  /// - Returns: the claim; `held` if another host or another caller of this process has a claim, or if the database
  ///   returned an older session than this process has already stored; `changed` if the stored session has another
  ///   generation; `gone` if the session does not exist.
  /// - Throws: a storage code.
  public func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    let now = place.system.clock.uptime()
    guard active.begin(id, until: now + lease, now: now) else { return .held }
    do throws(AuthError) {
      let result = try await claim(id, generation, lease)
      if case .claimed = result {} else { active.end(id, fence: nil) }
      return result
    } catch {
      active.end(id, fence: nil)
      throw error
    }
  }

  private func claim(
    _ id: SessionID, _ generation: UInt64?, _ lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    let forgotten = active.forgotten(id)
    let values: [PostgresValue] = [
      .bytes(try await rows.name(id)), .text(place.host.text), .text(lease.interval),
      generation.map { .counter($0) } ?? .null, forgotten.map { .counter($0.fence) } ?? .null,
    ]
    guard let row = try await database.run(statements.claim, values, to: "claim a renewal").first else { return .gone }
    let isClaimed = row.bool(8)
    if !isClaimed {
      guard let generation, row.counter(3) != generation else { return .held }
      return .changed(try await rows.open(row).session)
    }
    let fence = row.counter(5)
    active.held(id, fence: fence)
    if forgotten != nil { active.remember(id) }
    do throws(AuthError) {
      let stored = try await rows.open(row)
      guard try await published.newest(stored, in: self).version == stored.version else {
        // The database returned an older session than this process has stored, and `newest` has stored the newer one
        // again. The caller claims the row once more.
        await release(id, fence: fence, .unused)
        return .held
      }
      return .claimed(
        RenewalClaim(
          session: stored.session, fence: fence, token: stored.version,
          unanswered: row.isNull(6) ? nil : .milliseconds(row.number(6)),
          isDoubtful: row.bool(7) || forgotten?.isUnanswered == true))
    } catch {
      await release(id, fence: fence, .unused)
      throw error
    }
  }

  /// Notes in the row that the session's credential is about to be used.
  ///
  /// - Throws: `store_locked` if the lease of the claim has ended, if another host has claimed the session, or if the
  ///   session was replaced or deleted; or a storage code.
  public func noteRenewal(of claim: RenewalClaim) async throws(AuthError) {
    let values: [PostgresValue] = [
      .bytes(try await rows.name(claim.session.id)), .text(place.host.text), .counter(claim.fence),
      .counter(claim.session.generation),
    ]
    guard try await database.run(statements.note, values, to: "note a renewal").isEmpty else { return }
    throw AuthError(
      .storeLocked,
      "The claim on the renewal of session \(claim.session.id) is no longer valid, because its lease has ended or the "
        + "session was changed. Nothing was sent to the vendor. Try again.")
  }

  /// Stores the renewed session if the row still has the claim's generation. Labels that were set during the renewal
  /// are kept.
  ///
  /// - Throws: a storage code.
  public func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    active.isUnsettled(renewed.id, fence: claim.fence)
    var (session, version) = (renewed, claim.token)
    while true {
      if try await write(session, statements.commit, over: claim.session.generation, version: version, claim.fence) {
        return committed(session, claim)
      }
      guard let stored = try await stored(renewed.id) else { return settled(.gone, claim) }
      if stored.session == session { return committed(session, claim) }
      guard stored.session.generation == claim.session.generation else {
        return try await overtaken(session, by: stored, claim)
      }
      session.tags = stored.session.tags
      version = stored.version
    }
  }

  /// Handles a row whose generation has changed because another holder has stored a result. If the vendor returns a new
  /// pair of tokens for a repeated use, the result of the claim with the higher fence replaces the other result.
  private func overtaken(
    _ session: Session, by stored: SessionRows.Stored, _ claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    guard case .newPair = claim.replay else { return settled(.superseded(stored.session), claim) }
    var later = session
    later.generation = stored.session.generation + 1
    later.tags = stored.session.tags
    if try await write(
      later, statements.overtake, over: stored.session.generation, version: stored.version, claim.fence)
    {
      _ = committed(later, claim)
      return .superseded(later)
    }
    return settled(.superseded(try await load(session.id) ?? stored.session), claim)
  }

  private func write(
    _ session: Session, _ statement: PostgresStatement, over generation: UInt64, version: UInt64, _ fence: UInt64
  ) async throws(AuthError) -> Bool {
    let name = try await rows.name(session.id)
    let sealed = try await rows.sealed(session, at: name)
    let arguments: [PostgresValue] = [
      .bytes(name), .bytes(sealed.record), .bytes(sealed.keyID), .counter(session.generation), .counter(generation),
      .counter(version), .counter(fence),
    ]
    guard try await !database.run(statement, arguments, to: "store a renewed session").isEmpty else { return false }
    place.changes.wrote(name)
    return true
  }

  private func committed(_ session: Session, _ claim: RenewalClaim) -> RenewalCommitResult {
    published.note(session)
    // The commit has already removed the claim from the row.
    active.end(session.id, fence: claim.fence)
    return .committed
  }

  /// Notes that the row was replaced or deleted, so no result remains to be stored. The claim must still be released.
  private func settled(_ result: RenewalCommitResult, _ claim: RenewalClaim) -> RenewalCommitResult {
    active.isSettled(claim.session.id, fence: claim.fence)
    return result
  }

  /// Deletes a session whose renewal was refused, unless another holder may still store a renewed session.
  ///
  /// - Returns: `ended` if the session was deleted or no longer exists; `superseded` if another session is stored under
  ///   its id; `contested`, with the time to wait, if another holder may still store a renewed session.
  /// - Throws: a storage code.
  public func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    guard let stored = try await stored(session.id) else {
      try await deselect(session.id, of: session.providerID)
      return .ended(session)
    }
    guard stored.session == session else { return .superseded(stored.session) }
    let name = try await rows.name(session.id)
    let values: [PostgresValue] = [
      .bytes(name), .counter(session.generation), .counter(stored.version), .counter(claim.fence),
      .text(Self.grace.interval),
    ]
    let row = try await database.run(statements.end, values, to: "delete a refused session").first
    guard let row else { return .ended(session) }
    if row.bool(6) {
      published.forget(session.id)
      place.changes.wrote(name)
      try await deselect(session.id, of: session.providerID)
      return .ended(session)
    }
    let other = try await rows.open(row).session
    guard other == session else { return .superseded(other) }
    return .contested(.milliseconds(max(row.number(5), 100)))
  }

  /// Releases the claim. If that fails, the claim ends with its lease.
  public func releaseRenewal(_ claim: RenewalClaim) async {
    await release(claim.session.id, fence: claim.fence, claim.use)
  }

  private func release(_ id: SessionID, fence: UInt64, _ use: RenewalClaim.Use) async {
    guard let entry = active.end(id, fence: fence) else { return }
    let outcome = entry.isSettled ? (use == .unanswered ? "unanswered" : "answered") : "unsettled"
    do throws(AuthError) {
      let values: [PostgresValue] = [
        .bytes(try await rows.name(id)), .text(place.host.text), .counter(fence), .text(outcome),
      ]
      try await database.run(statements.release, values, to: "release a renewal")
    } catch {
      // The claim ends with its lease. Until then, this host keeps a note that no result of the claim remains to be
      // stored.
      if entry.isSettled { active.forget(id, fence: fence, isUnanswered: use == .unanswered) }
    }
  }

  /// Stores again a later version of a session that the database has lost, if the row still has the version that the
  /// database returned. Returns whether the session was stored.
  func publish(_ session: Session, over stored: SessionRows.Stored) async throws(AuthError) -> Bool {
    try await write(
      session, statements.commit, over: stored.session.generation, version: stored.version, 0)
  }
}
