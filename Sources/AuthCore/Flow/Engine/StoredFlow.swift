#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A suspended flow as it is stored: the provider's state and the flow's request.
struct StoredFlow {
  /// For how long a suspended flow can be resumed, in seconds. The vendors keep an unfinished flow for a shorter time.
  static let lifetime: Double = 3600

  var request: FlowRequest
  /// The id of the flow's session; nil if the flow has none. The process that resumes the flow reads the session from
  /// the store.
  var sessionID: SessionID?
  let state: JSONValue
  /// The time of the suspension by this machine's uncorrected clock, because a new process has no time from the server
  /// yet; nil in a record of an earlier release.
  let createdAt: Date?

  init(request: FlowRequest, state: JSONValue, createdAt: Date) {
    self.request = request
    sessionID = request.session?.id
    self.state = state
    self.createdAt = createdAt
  }

  /// The version of the format. A flow of a later version cannot be decoded.
  private static let version: Int64 = 1

  /// Decodes a record.
  ///
  /// - Throws: `store_version` for a flow of a later version, `store_corrupt` if the data is not JSON or a member of
  ///   the suspended flow is missing or not valid.
  init(_ record: Record) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: record.value)
    } catch {
      throw AuthError(.storeCorrupt, "The suspended flow cannot be parsed: \(error). Start a new flow.")
    }
    guard let members = json[Self.key] else {
      // An earlier release wrote this record, without the purpose.
      (request, state, createdAt) = (FlowRequest(), json, nil)
      return
    }
    if let stored = members["version"]?.integerValue, stored > Self.version {
      throw AuthError(
        .storeVersion,
        "The suspended flow has version \(stored); this build reads versions up to \(Self.version). Update this "
          + "program, or start again.", recovery: .restart)
    }
    guard members["version"]?.integerValue == Self.version, let state = members["state"],
      let seconds = members["createdAt"]?.numberValue, let purpose = FlowRequest.Purpose(members["purpose"])
    else {
      throw AuthError(
        .storeCorrupt,
        "The suspended flow is damaged: its version, state, creation time or purpose is missing or not valid. Start "
          + "again.", recovery: .restart)
    }
    self.state = state
    createdAt = Date(timeIntervalSince1970: seconds)
    request = FlowRequest(
      identifier: members["identifier"]?.stringValue, purpose: purpose,
      method: members["method"]?.stringValue.map { MethodID($0) },
      redirectURL: members["redirectURL"]?.stringValue.flatMap { URL(string: $0) },
      exchange: members["exchange"]?.boolValue ?? true)
    request.profile = FlowProfile(
      displayName: members["displayName"]?.stringValue, userName: members["userName"]?.stringValue,
      passkeyLabel: members["passkeyLabel"]?.stringValue, parameters: members["parameters"]?.objectValue ?? [:])
    sessionID = members["session"]?.stringValue.map { SessionID($0) }
  }

  private static let key = "suspendedFlow"

  var json: JSONValue {
    var members: JSONObject = [
      "version": .integer(Self.version), "createdAt": .number(createdAt?.timeIntervalSince1970 ?? 0),
      "purpose": request.purpose.json,
      "exchange": .bool(request.exchange), "state": state,
    ]
    members["identifier"] = request.identifier.map { .string($0) }
    members["method"] = request.method.map { .string($0.rawValue) }
    members["redirectURL"] = request.redirectURL.map { .string($0.absoluteString) }
    members["displayName"] = request.profile.displayName.map { .string($0) }
    members["userName"] = request.profile.userName.map { .string($0) }
    members["passkeyLabel"] = request.profile.passkeyLabel.map { .string($0) }
    if !request.profile.parameters.isEmpty { members["parameters"] = .object(request.profile.parameters) }
    members["session"] = sessionID.map { .string($0.rawValue) }
    return [Self.key: .object(members)]
  }

  func isExpired(at now: Date) -> Bool {
    createdAt.map { now.timeIntervalSince($0) >= Self.lifetime } ?? false
  }

  /// Removes the records of an instance's flows that can no longer be resumed. A record of an earlier release has no
  /// time, and gets the current time. A record that cannot be read is kept for repair. All errors are ignored, because
  /// this clean-up must not prevent the caller from suspending or resuming another flow.
  static func collect(in records: any RecordStore, now: Date) async {
    for key in (try? await records.readableKeys()) ?? [] where key.hasPrefix(FlowTicket.recordPrefix) {
      guard let record = try? await records.read(key), let flow = try? StoredFlow(record) else { continue }
      if flow.createdAt == nil {
        let dated = StoredFlow(request: flow.request, state: flow.state, createdAt: now)
        _ = try? await records.write(dated.json.serializedSecret, for: key, expecting: record.version)
      } else if flow.isExpired(at: now) {
        _ = try? await records.remove(key, expecting: record.version)
      }
    }
  }
}

extension FlowRequest.Purpose {
  fileprivate init?(_ json: JSONValue?) {
    let subject = json?["subject"]?.stringValue
    switch (json?["name"]?.stringValue, subject) {
    case ("signin", _): self = .signIn
    case ("signup", _): self = .signUp
    case ("enroll", let method?): self = .enroll(MethodID(method))
    case ("step-up", let action?): self = .stepUp(action: action)
    case ("link", let method?): self = .link(MethodID(method))
    case ("manage", _): self = .manage
    default: return nil
    }
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = ["name": .string(name)]
    switch self {
    case .signIn, .signUp, .manage: break
    case .enroll(let method), .link(let method): members["subject"] = .string(method.rawValue)
    case .stepUp(let action): members["subject"] = .string(action)
    }
    return .object(members)
  }
}
