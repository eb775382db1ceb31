import AuthCore

extension SandboxState {
  /// Handles a form of the page with the clock, the faults and the recording, and redirects back to the page, so that a
  /// reload does not repeat the change.
  mutating func controlOnPage(_ request: SandboxRequest) -> SandboxResponse {
    guard let fields = pageGuard.fields(of: request, origins: world.pageOrigins) else {
      return PageForm.refused(.controls).response
    }
    guard let outcome = control(fields) else { return PageForm.refused(.controls).response }
    return SandboxResponse(
      status: 303, headers: ["Location": "\(Page.Name.controls.rawValue)?done=\(outcome.rawValue)"])
  }

  /// Handles a form of the page with the policies.
  mutating func changePolicyOnPage(_ request: SandboxRequest) -> SandboxResponse {
    guard let fields = pageGuard.fields(of: request, origins: world.pageOrigins) else {
      return PageForm.refused(.policies).response
    }
    var outcome = PoliciesPage.Outcome.malformed
    if let provider = fields["provider"], let member = fields["member"]?.trimmingBlanks,
      !member.isEmpty, member != "provider"
    {
      let value: JSONValue = fields["do"] == "reset" ? .null : Self.value(fields["value"] ?? "")
      let body = JSONObject([("provider", .string(provider)), (member, value)])
      if changePolicy(body).status == 200 { outcome = .changed }
    }
    return SandboxResponse(
      status: 303, headers: ["Location": "\(Page.Name.policies.rawValue)?done=\(outcome.rawValue)"])
  }

  /// What the page with the clock, the faults and the recording shows.
  var controlsContent: ControlsPage.Content {
    ControlsPage.Content(
      now: world.now, offset: world.offset.seconds, faults: faults.all, recording: recording,
      prefixes: ["/"] + vendors.flatMap(\.mounts) + ["/backend"])
  }

  /// Changes what a form asks for; nil if the form does not say what.
  private mutating func control(_ fields: [String: String]) -> ControlsPage.Outcome? {
    switch fields["do"] {
    case "clock": return changeClock(fields)
    case "fault":
      let isSet = Self.fault(fields).map { setFault($0).status == 200 } ?? false
      return isSet ? .fault : .faultMalformed
    case "remove-fault":
      faults.remove(fields["match"] ?? "")
      return .faultRemoved
    case "recording-start":
      recording = Recording()
      return .recordingStarted
    case "recording-stop":
      recording?.isOn = false
      return .recordingStopped
    case "recording-delete":
      recording = nil
      return .recordingDeleted
    case "reset":
      reset()
      return .reset
    default: return nil
    }
  }

  private mutating func changeClock(_ fields: [String: String]) -> ControlsPage.Outcome {
    if fields["step"] == "zero" {
      world.offset = .zero
      return .clock
    }
    guard let seconds = Double((fields["step"] ?? fields["seconds"] ?? "").trimmingBlanks), seconds.isFinite else {
      return .clockMalformed
    }
    return advanceClock(["advanceSeconds": .number(seconds)]).status == 200 ? .clock : .clockMalformed
  }

  /// Returns the body of `POST /sandbox/faults` for a form; nil if a field is malformed.
  private static func fault(_ fields: [String: String]) -> JSONObject? {
    guard let match = fields["match"]?.trimmingBlanks, match.hasPrefix("/"), let kind = fields["kind"] else {
      return nil
    }
    var fault: JSONObject = ["match": .string(match), "kind": .string(kind)]
    if let value = fields["value"]?.trimmingBlanks, !value.isEmpty { fault["value"] = Self.value(value) }
    if let times = fields["times"]?.trimmingBlanks, !times.isEmpty {
      guard let count = Int64(times), count > 0 else { return nil }
      fault["times"] = .integer(count)
    }
    return fault
  }

  /// Returns the value of a field: JSON, or else the text itself.
  private static func value(_ text: String) -> JSONValue {
    JSONValue(untrusted: text.utf8) ?? .string(text)
  }
}
