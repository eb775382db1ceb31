import AuthCore

/// The planned faults, each for the paths that begin with its `match`.
struct FaultTable: Sendable {
  struct Fault: Sendable {
    let match: String
    let effect: Effect
    /// How often it still happens; nil for no limit.
    var remaining: Int?
  }

  enum Effect: Sendable {
    /// The response has this status; the request is not handled.
    case status(Int, headers: [HTTPHeaders.Field])
    /// The connection closes without a response; `handled` says whether the request took effect before.
    case drop(handled: Bool)
    /// Handled at once, with a delayed response.
    case delay(Duration)
    /// Handled, with the response's body cut in the middle.
    case truncate
    /// Handled, with the response's body replaced by garbage.
    case garbage
    /// Handled twice, with one response.
    case duplicate
  }

  private var faults: [Fault] = []

  /// Adds a fault, which replaces an earlier one with the same match; `times` 0 only removes that one.
  mutating func set(_ fault: Fault) {
    faults.removeAll { $0.match == fault.match }
    if fault.remaining != 0 { faults.append(fault) }
  }

  /// The fault for a path, the longest match first; counts it down.
  mutating func take(_ path: String) -> Effect? {
    let matching = faults.indices.filter { path.hasPrefix(faults[$0].match) }
    guard let index = matching.max(by: { faults[$0].match.utf8.count < faults[$1].match.utf8.count }) else {
      return nil
    }
    let effect = faults[index].effect
    if let remaining = faults[index].remaining {
      if remaining > 1 { faults[index].remaining = remaining - 1 } else { faults.remove(at: index) }
    }
    return effect
  }

  mutating func clear() { faults = [] }
}

extension FaultTable.Fault {
  /// A fault from `POST /sandbox/faults`; nil when the body is not one.
  ///
  /// DESIGN D4: units and defaults that the contract does not name. Without `times` a fault stays until it is removed.
  /// A `delay` is in seconds below 20 and in milliseconds otherwise. `drop` closes before the request is handled, or
  /// with the value `after` afterwards. `status` takes a number (500) or `{"status","headers"}`.
  init?(_ object: JSONObject) {
    guard let match = object["match"]?.stringValue, let kind = object["kind"]?.stringValue else { return nil }
    let value = object["value"]
    if let times = object["times"], times.integerValue.map({ $0 < 0 }) ?? true { return nil }
    self.match = match
    remaining = object["times"]?.integerValue.flatMap { Int(exactly: $0) }
    switch kind {
    case "status":
      let status = value?.integerValue ?? value?["status"]?.integerValue ?? 500
      guard (200...599).contains(status) else { return nil }
      let headers = value?["headers"]?.objectValue?.members ?? []
      effect = .status(
        Int(status), headers: headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value.stringValue ?? "") })
    case "drop": effect = .drop(handled: value?.stringValue == "after")
    case "delay":
      let number = value == nil ? 1 : value?.numberValue ?? -1
      guard (0...3_600_000).contains(number) else { return nil }
      effect = .delay(number < 20 ? .milliseconds(Int(number * 1000)) : .milliseconds(Int(number)))
    case "truncate": effect = .truncate
    case "garbage": effect = .garbage
    case "duplicate": effect = .duplicate
    default: return nil
    }
  }
}
