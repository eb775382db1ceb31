import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// A submission: checked, hashed, and done once however often it is sent.
  mutating func submit(
    _ path: String, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    let (fields, organization) = try body(of: request)
    let caller = try authenticate(
      request, organization: organization, looksDown: path == "stamp_login", world: world)
    let type = try fields.string("type")
    guard TurnkeyActivityKind.byType.values.contains(where: { $0.path == path }) else {
      throw .unserved("the submission \(path)")
    }
    guard let kind = TurnkeyActivityKind.byType[type], kind.path == path else {
      throw .invalid("activity type does not belong to this endpoint")
    }
    try checkTime(try fields.string("timestampMs"), world)
    guard let parameters = fields.object["parameters"]?.objectValue else { throw .invalid("parameters must be set") }
    if path == "approve_activity" || path == "reject_activity" {
      let wanted = try TurnkeyFields(parameters).string("fingerprint")
      return try vote(on: wanted, in: organization, isApproved: path == "approve_activity", caller, &world)
    }
    // GUESS: the bytes that are hashed are the stamped body, and the text form is this one (notes §0).
    let fingerprint = "sha256:" + Hex.encode(SHA256.hash(data: request.body))
    // A parent's login key found from above acts in its own organisation.
    let place = kind.path == "stamp_login" ? caller.place.organization : organization
    if let known = activities.activity(fingerprint: fingerprint, organization: place) { return known.response }
    var activity = TurnkeyActivity(
      id: world.random.uuid(), organization: place, type: type, kind: kind, parameters: parameters,
      fingerprint: fingerprint, caller: caller, status: .completed, createdAt: world.now, updatedAt: world.now)
    try run(&activity, &world)
    activities.save(activity)
    return activity.response
  }

  /// Does what an activity asks for, or what the policy `activities` has in its place.
  private mutating func run(
    _ activity: inout TurnkeyActivity, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) {
    switch world.policy(name)["activities"]?.stringValue {
    case "failed":
      activity.status = .failed
      activity.failure = TurnkeyFailure.failed.rpcStatus
    case "consensus": activity.status = .consensusNeeded
    case "authenticators": activity.status = .authenticatorsNeeded
    case "pending":
      activity.result = try perform(activity, &world)
      activity.status = .pending
      activity.pollsLeft = 2
    default: activity.result = try perform(activity, &world)
    }
  }

  /// Decides an activity that waits for consensus; the answer is that activity.
  private mutating func vote(
    on fingerprint: String, in organization: String, isApproved: Bool, _ caller: TurnkeyCaller,
    _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    guard caller.place.organization == organization else { throw .notAuthorized }
    guard let waiting = activities.activity(fingerprint: fingerprint, organization: organization) else {
      throw .notFound("no activity found with the given fingerprint")
    }
    guard waiting.status == .consensusNeeded else { throw .invalid("activity does not wait for a decision") }
    settle(waiting, isApproved: isApproved, &world)
    return activities.activity(waiting.id)?.response ?? waiting.response
  }

  /// Ends the wait of an activity that needed consensus.
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

  private mutating func perform(
    _ activity: TurnkeyActivity, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let fields = TurnkeyFields(activity.parameters)
    switch activity.kind.path {
    case "stamp_login": return try stampLogin(fields, activity, world)
    case "otp_login":
      try requireParent(activity)
      let needsSignature = activity.type.hasSuffix("_V2")
      return try otpLogin(fields, in: activity.organization, needsSignature: needsSignature, lifetime: nil, world)
    case "oauth_login":
      try requireParent(activity)
      return try oauthLogin(fields, in: activity.organization, lifetime: nil, world)
    case "init_otp":
      try requireParent(activity)
      return try startOTP(fields, isEncrypted: activity.type.hasSuffix("_V3"), .api, &world)
    case "verify_otp":
      try requireParent(activity)
      let isEncrypted = activity.type.hasSuffix("_V2")
      return try verifyOTP(fields, isEncrypted: isEncrypted, organization: activity.organization, world)
    case "create_sub_organization":
      guard activity.organization == organizationID else { throw .notAuthorized }
      return try createSubOrganization(fields, isNewest: activity.type.hasSuffix("_V8"), world)
    case "create_api_keys": return try createAPIKeys(fields, activity, world)
    case "create_authenticators": return try createAuthenticators(fields, activity, world)
    case "delete_authenticators": return try deleteAuthenticators(fields, activity)
    case "delete_api_keys": return try deleteAPIKeys(fields, activity)
    default: return try updateUser(fields, activity, world)
    }
  }

  /// Sending codes and logging others in is for the app's own organisation alone.
  private func requireParent(_ activity: TurnkeyActivity) throws(TurnkeyFailure) {
    guard activity.caller.place.organization == organizationID else { throw .notAuthorized }
  }

  /// Less than an hour old, at most five minutes ahead (notes §0).
  private func checkTime(_ text: String, _ world: SandboxWorld) throws(TurnkeyFailure) {
    guard let milliseconds = Int64(text), milliseconds >= 0 else { throw .invalid("timestampMs must be a string") }
    let age = world.now.timeIntervalSince1970 - Double(milliseconds) / 1000
    guard age < 3600, age >= -300 else { throw .invalid("request timestamp is outside of the accepted window") }
  }
}
