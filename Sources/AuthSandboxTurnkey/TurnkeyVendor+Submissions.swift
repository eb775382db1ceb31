import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// Handles a submission. The activity is performed once, even if the same body is sent again.
  mutating func submit(
    _ path: String, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    let (fields, organization) = try body(of: request)
    let caller = try authenticate(
      request, organization: organization, looksDown: path == "stamp_login", world: world)
    try TurnkeySchema.checkSubmission(fields.object)
    let type = try fields.string("type")
    guard TurnkeyActivityType.byType.values.contains(where: { $0.path == path }) else {
      throw .unserved("the submission \(path)")
    }
    guard let kind = TurnkeyActivityType.byType[type], kind.path == path else {
      throw .invalid("activity type does not belong to this endpoint")
    }
    try checkTime(try fields.string("timestampMs"), world)
    // Clients that omit empty objects may omit the parameters of an intent that has no members.
    let parameters = fields.object["parameters"] ?? (kind.path == "create_read_only_session" ? [:] : .null)
    guard let parameters = parameters.objectValue else { throw .invalid("parameters must be set") }
    try TurnkeySchema.check(parameters, "intent/\(kind.intent)")
    if path == "approve_activity" || path == "reject_activity" {
      let wanted = try TurnkeyFields(parameters).string("fingerprint")
      return try vote(on: wanted, in: organization, isApproval: path == "approve_activity", caller, request, &world)
    }
    // The fingerprint is a hash of the stamped body. Clients do not check it (T7).
    let fingerprint = "sha256:" + Hex.encode(SHA256.hash(data: request.body))
    // A login whose key was found through the parent takes place in the key's own organisation.
    let place = kind.path == "stamp_login" ? caller.place.organization : organization
    if let known = activities.activity(fingerprint: fingerprint, organization: place) { return known.response }
    var activity = TurnkeyActivity(
      id: world.random.uuid(), organization: place, type: type, kind: kind, parameters: parameters,
      fingerprint: fingerprint, caller: caller, status: .completed, createdAt: world.now, updatedAt: world.now)
    try checkRole(activity)
    try checkQuota(activity, world)
    try run(&activity, request, &world)
    if activity.kind.isSigning { signatures += 1 }
    activities.save(activity)
    return activity.response
  }

  /// Performs an activity, or suspends or refuses it as the policy `activities` or the root quorum requires.
  private mutating func run(
    _ activity: inout TurnkeyActivity, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) {
    switch world.policy(name)["activities"]?.stringValue {
    case "failed":
      activity.status = .failed
      activity.failure = TurnkeyFailure.failed.rpcStatus
    case "consensus": activity.status = .consensusNeeded
    case "rejected": activity.status = .rejected
    case "authenticators":
      activity.status = .authenticatorsNeeded
      activity.factorPolicyID = world.random.uuid()
    case "pending":
      activity.result = try perform(activity, &world)
      activity.status = .pending
      activity.pollsLeft = 2
    default:
      activity.approvalsNeeded = approvalsNeeded(activity)
      if activity.approvalsNeeded > 1 {
        activity.status = .consensusNeeded
        if let vote = vote(isApproval: true, activity.caller, request, world) { activity.votes = [vote] }
      } else {
        activity.result = try perform(activity, &world)
      }
    }
  }

  /// How many users must approve an activity: the root quorum for an activity that a root user of the affected
  /// organisation submits, except for a login; otherwise one.
  private func approvalsNeeded(_ activity: TurnkeyActivity) -> Int {
    guard activity.caller.place.organization == activity.organization, activity.kind.path != "stamp_login",
      directory.user(activity.caller.place)?.isRoot ?? false
    else { return 1 }
    return directory.organization(activity.organization)?.rootQuorum ?? 1
  }

  /// Records a vote on a waiting activity, and returns the activity. Root users vote for consensus. Another factor is a
  /// vote with another credential of the user who submitted the activity.
  private mutating func vote(
    on fingerprint: String, in organization: String, isApproval: Bool, _ caller: TurnkeyCaller,
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    guard caller.place.organization == organization else { throw .notAuthorized }
    let known = activities.activity(fingerprint: fingerprint, organization: organization)
    let isOwnFactor = known?.status == .authenticatorsNeeded && known?.caller.place == caller.place
    guard isOwnFactor || directory.user(caller.place)?.isRoot ?? false else { throw .notAuthorized }
    guard var waiting = known else { throw .notFound("no activity found with the given fingerprint") }
    guard waiting.isWaiting else { throw .invalid("activity is not waiting for a decision") }
    if waiting.status == .authenticatorsNeeded {
      guard isOwnFactor, caller.publicKey != waiting.caller.publicKey else {
        throw .invalid("another credential of the user who submitted the activity is needed")
      }
    }
    if let vote = vote(isApproval: isApproval, caller, request, world) {
      waiting.votes.removeAll { $0.user.id == vote.user.id }
      waiting.votes.append(vote)
    }
    if !isApproval || waiting.votes.filter(\.isApproval).count >= waiting.approvalsNeeded {
      settle(waiting, isApproved: isApproval, &world)
    } else {
      activities.save(waiting)
    }
    return activities.activity(waiting.id)?.response ?? waiting.response
  }

  private func vote(
    isApproval: Bool, _ caller: TurnkeyCaller, _ request: SandboxRequest, _ world: SandboxWorld
  ) -> TurnkeyVote? {
    directory.user(caller.place).map { user in
      TurnkeyVote(
        id: world.random.uuid(), user: user, isApproval: isApproval, caller: caller,
        message: String(decoding: request.body, as: UTF8.self), at: world.now)
    }
  }

  /// Performs or rejects an activity that was waiting for consensus or another factor.
  mutating func settle(_ activity: TurnkeyActivity, isApproved: Bool, _ world: inout SandboxWorld) {
    var activity = activity
    activity.updatedAt = world.now
    if isApproved {
      do throws(TurnkeyFailure) {
        activity.result = try perform(activity, &world)
        activity.status = .completed
      } catch {
        activity.status = .failed
        activity.failure = error.rpcStatus
      }
    } else {
      activity.status = .rejected
    }
    activities.save(activity)
  }

  /// The activities that only a user of the app's own organisation may submit.
  private static let parentActivities: Set<String> = [
    "otp_login", "oauth_login", "init_otp", "verify_otp", "oauth2_authenticate", "create_sub_organization", "oauth",
    "email_auth", "init_otp_auth", "otp_auth", "init_user_email_recovery",
  ]

  /// Refuses an activity that its caller may not submit. Only users of the app's own organisation may send codes, log
  /// others in and create sub-organisations; only users of the affected organisation may submit all other activities.
  /// In both cases, the user must be a root user, or a policy must allow the activity (`mayAsk(_:)`).
  private func checkRole(_ activity: TurnkeyActivity) throws(TurnkeyFailure) {
    let path = activity.kind.path
    let isInParent = activity.caller.place.organization == organizationID
    if Self.parentActivities.contains(path) {
      guard isInParent, path != "create_sub_organization" || activity.organization == organizationID else {
        throw .notAuthorized
      }
    } else if activity.caller.place.organization != activity.organization {
      throw .notAuthorized
    }
    guard mayAsk(activity) else { throw .policyDenial(evaluations(of: activity)) }
  }

  /// The policy `signingQuota`: the number of signing activities after which further ones are refused (T50).
  private func checkQuota(_ activity: TurnkeyActivity, _ world: SandboxWorld) throws(TurnkeyFailure) {
    guard activity.kind.isSigning, let quota = world.policy(name)["signingQuota"]?.integerValue else { return }
    guard signatures < quota else { throw .overQuota }
  }

  /// Refuses a timestamp unless it is less than an hour old and at most five minutes in the future (T14).
  private func checkTime(_ text: String, _ world: SandboxWorld) throws(TurnkeyFailure) {
    guard let milliseconds = Int64(text), milliseconds >= 0 else {
      throw .invalid("timestampMs must be milliseconds since 1970, as a string")
    }
    let age = world.now.timeIntervalSince1970 - Double(milliseconds) / 1000
    guard age < 3600, age >= -300 else {
      throw .invalid("timestampMs must be less than an hour old and at most five minutes in the future")
    }
  }
}
