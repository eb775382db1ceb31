import AuthCore

/// The laws of claims that end with their lease: which holder may use a credential, and whose result is stored.
extension RenewalClaimConformance {
  static func leaseEnds(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await outlast(short)
    let second = try await claim(last)
    await views[0].releaseRenewal(first)
    guard case .held = try await views[0].claimRenewal(of: session().id, generation: nil, lease: lease) else {
      throw BrokenLaw(reason: "a late release ended another holder's claim")
    }
    await last.releaseRenewal(second)
  }

  static func noteNeedsClaim(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    try await requireError(.storeLocked, "noteRenewal after the end of the lease") {
      try await views[0].noteRenewal(of: first)
    }
    let second = try await claim(last)
    try await requireError(.storeLocked, "noteRenewal while another holder has the claim") {
      try await views[0].noteRenewal(of: first)
    }
    await last.releaseRenewal(second)
  }

  static func tellsUnanswered(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    try await views[0].noteRenewal(of: try await claim(views[0], lease: short))
    try await outlast(short)
    let second = try await claim(last)
    guard let age = second.unanswered, age >= short else {
      throw BrokenLaw(reason: "the next claim does not report how long ago the credential was used (unanswered)")
    }
    // A use by the second holder must not reset the age of the first use.
    try await last.noteRenewal(of: second)
    await last.releaseRenewal(second)
    let third = try await claim(last)
    guard let later = third.unanswered, later >= age else {
      throw BrokenLaw(reason: "'unanswered' is not the time since the first use")
    }
    guard case .committed = try await last.commitRenewal(session(2), of: third) else {
      throw BrokenLaw(reason: "the renewed session was not stored")
    }
    await last.releaseRenewal(third)
    try require(try await claim(views[0]).unanswered == nil, "a stored result closes the use")
  }

  static func settles(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last else { return }
    try await views[0].save(session())
    var first = try await claim(views[0])
    try await views[0].noteRenewal(of: first)
    first.use = .answered
    await views[0].releaseRenewal(first)
    var second = try await claim(last)
    try require(second.unanswered == nil && !second.isDoubtful, "a response closes the use")
    try await last.noteRenewal(of: second)
    second.use = .unanswered
    await last.releaseRenewal(second)
    let third = try await claim(views[0])
    try require(third.unanswered == nil, "a use that ended without a response is closed")
    try require(third.isDoubtful, "a use that ended without a response makes the credential doubtful")
    await views[0].releaseRenewal(third)
  }

  static func contests(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    let second = try await claim(last)
    guard case .contested(let wait) = try await last.endRenewal(of: session(), claim: second), wait > .zero else {
      throw BrokenLaw(
        reason: "endRenewal did not return 'contested' although another holder could still store its result")
    }
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-late"), of: first) else {
      throw BrokenLaw(reason: "a late result was not stored")
    }
    guard case .superseded(let other) = try await last.endRenewal(of: session(), claim: second) else {
      throw BrokenLaw(reason: "endRenewal did not return 'superseded' after another holder stored its result")
    }
    try require(other == session(2, of: "-late"), "superseded contains the late result")
    await last.releaseRenewal(second)
  }

  static func overtakes(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    var second = try await claim(last)
    second.replay = .newPair(within: .seconds(60))
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-early"), of: first) else {
      throw BrokenLaw(reason: "the first result was not stored")
    }
    _ = try await last.commitRenewal(session(2, of: "-late"), of: second)
    let stored = try await views[0].load(session().id)
    try require(stored?.tokens == session(2, of: "-late").tokens, "the pair of the higher fence is stored")
    try require((stored?.generation ?? 0) > 2, "the later commit increases the generation")
    await last.releaseRenewal(second)
  }

  static func leavesClaims(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    let second = try await claim(last)
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-late"), of: first) else {
      throw BrokenLaw(reason: "a late result was not stored")
    }
    guard case .held = try await views[0].claimRenewal(of: session().id, generation: nil, lease: lease) else {
      throw BrokenLaw(reason: "a late commit ended the second claim")
    }
    try await requireError(.storeLocked, "noteRenewal of a credential that was replaced") {
      try await last.noteRenewal(of: second)
    }
    await last.releaseRenewal(second)
  }

  static func minds(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    let second = try await claim(last, lease: short)
    try await last.noteRenewal(of: second)
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-early"), of: first) else {
      throw BrokenLaw(reason: "the first result was not stored")
    }
    try await outlast(short)
    let third = try await claim(views[0])
    guard case .contested = try await views[0].endRenewal(of: session(2, of: "-early"), claim: third) else {
      throw BrokenLaw(reason: "endRenewal did not return 'contested' while the second use was open")
    }
    await views[0].releaseRenewal(third)
  }

  static func freesAfterLateCommit(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    let second = try await claim(last)
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-a"), of: first),
      case .superseded = try await last.commitRenewal(session(2, of: "-b"), of: second)
    else { throw BrokenLaw(reason: "the first commit was not committed, or the second was not superseded") }
    await last.releaseRenewal(second)
    await views[0].releaseRenewal(try await claim(views[0]))
  }

  static func doubtsRivals(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    try await last.noteRenewal(of: try await claim(last, lease: short))
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-early"), of: first) else {
      throw BrokenLaw(reason: "the first result was not stored")
    }
    try await outlast(short)
    let third = try await claim(views[0])
    try require(third.isDoubtful, "the claim is doubtful: the second use may have received a valid pair")
    await views[0].releaseRenewal(third)
  }
}
