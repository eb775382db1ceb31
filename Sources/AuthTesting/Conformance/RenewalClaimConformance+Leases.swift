import AuthCore

/// The laws of claims that end with their lease: who may use a credential after whom, and whose result counts.
extension RenewalClaimConformance {
  static func leaseEnds(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await outlast(short)
    let second = try await claim(last)
    await views[0].releaseRenewal(first)
    guard case .held = try await views[0].claimRenewal(of: session().id, generation: nil, lease: lease) else {
      throw BrokenLaw(reason: "a late release does not end the claim of another")
    }
    await last.releaseRenewal(second)
  }

  static func noteNeedsClaim(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last, views.count > 1 else { return }
    try await views[0].save(session())
    let first = try await claim(views[0], lease: short)
    try await views[0].noteRenewal(of: first)
    try await outlast(short)
    try await requireError(.storeLocked, "the lease has ended: the credential must not be used") {
      try await views[0].noteRenewal(of: first)
    }
    let second = try await claim(last)
    try await requireError(.storeLocked, "another has the claim: the credential must not be used") {
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
      throw BrokenLaw(reason: "the next holder learns how long ago the credential was used")
    }
    // The second holder's own use does not make the first one's younger.
    try await last.noteRenewal(of: second)
    await last.releaseRenewal(second)
    let third = try await claim(last)
    guard let later = third.unanswered, later >= age else {
      throw BrokenLaw(reason: "the age counts from the first use")
    }
    guard case .committed = try await last.commitRenewal(session(2), of: third) else {
      throw BrokenLaw(reason: "the renewed session is stored")
    }
    await last.releaseRenewal(third)
    try require(try await claim(views[0]).unanswered == nil, "a stored result closes it")
  }

  static func settles(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last else { return }
    try await views[0].save(session())
    var first = try await claim(views[0])
    try await views[0].noteRenewal(of: first)
    first.use = .answered
    await views[0].releaseRenewal(first)
    var second = try await claim(last)
    try require(second.unanswered == nil && !second.isDoubtful, "an answer closes the use")
    try await last.noteRenewal(of: second)
    second.use = .unanswered
    await last.releaseRenewal(second)
    let third = try await claim(views[0])
    try require(third.unanswered == nil, "no holder has an answer, so the credential may be tried again")
    try require(third.isDoubtful, "and a refusal may be that of a used credential")
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
      throw BrokenLaw(reason: "another holder may still store its result")
    }
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-late"), of: first) else {
      throw BrokenLaw(reason: "a late result is stored")
    }
    guard case .superseded(let other) = try await last.endRenewal(of: session(), claim: second) else {
      throw BrokenLaw(reason: "the refusal was about an earlier credential")
    }
    try require(other == session(2, of: "-late"), "the late result serves")
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
      throw BrokenLaw(reason: "the first result is stored")
    }
    _ = try await last.commitRenewal(session(2, of: "-late"), of: second)
    let stored = try await views[0].load(session().id)
    try require(stored?.tokens == session(2, of: "-late").tokens, "the later pair is stored")
    try require((stored?.generation ?? 0) > 2, "under a further generation")
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
      throw BrokenLaw(reason: "a late result is stored")
    }
    guard case .held = try await views[0].claimRenewal(of: session().id, generation: nil, lease: lease) else {
      throw BrokenLaw(reason: "the second claim still excludes")
    }
    try await requireError(.storeLocked, "its credential was replaced, and must not be used") {
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
      throw BrokenLaw(reason: "the first result is stored")
    }
    try await outlast(short)
    let third = try await claim(views[0])
    guard case .contested = try await views[0].endRenewal(of: session(2, of: "-early"), claim: third) else {
      throw BrokenLaw(reason: "the second use may have the valid credential")
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
    else { throw BrokenLaw(reason: "the first result is stored, and the second is not") }
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
      throw BrokenLaw(reason: "the first result is stored")
    }
    try await outlast(short)
    let third = try await claim(views[0])
    try require(third.isDoubtful, "the second use may have got the valid credential")
    await views[0].releaseRenewal(third)
  }
}
