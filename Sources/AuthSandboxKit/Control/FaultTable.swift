import AuthCore

/// The injected faults, each for the paths that begin with its `match`.
struct FaultTable: Sendable {
  struct Fault: Sendable {
    let match: String
    let effect: Effect
    /// How many more times the fault happens; nil for no limit.
    var remaining: Int?
  }

  enum Effect: Sendable {
    /// The names of the kinds in requests.
    static let kinds = ["status", "drop", "delay", "truncate", "garbage", "duplicate"]

    /// The response has this status; the request is not handled.
    case status(Int, headers: [HTTPHeaders.Field])
    /// The connection closes without a response; `handled` is true if the request is handled first.
    case drop(handled: Bool)
    /// The request is handled at once, and the response is delayed.
    case delay(Duration)
    /// The request is handled, and the response's body is cut in the middle.
    case truncate
    /// The request is handled, and the response's body is replaced by garbage.
    case garbage
    /// The request is handled twice, and the client gets the first response.
    case duplicate
  }

  private var faults: [Fault] = []

  /// Adds a fault, and removes an earlier fault with the same match. A fault with `remaining` 0 is not added.
  mutating func set(_ fault: Fault) {
    faults.removeAll { $0.match == fault.match }
    if fault.remaining != 0 { faults.append(fault) }
  }

  /// Returns the effect of the fault with the longest match for a path, and counts the fault down.
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

  /// The faults, in the order in which they were added.
  var all: [Fault] { faults }

  /// Removes the fault with this match.
  mutating func remove(_ match: String) { faults.removeAll { $0.match == match } }

  mutating func clear() { faults = [] }
}

extension FaultTable.Fault {
  /// Reads a fault from the body of `POST /sandbox/faults`; nil if the body is malformed or a number is out of range.
  ///
  /// DESIGN D4: units and defaults that the contract does not define. Without `times` a fault stays until it is
  /// removed. The `value` of a `delay` is in seconds below 20 and in milliseconds otherwise, at most an hour; without a
  /// value, the delay is one second. `drop` closes the connection before the request is handled, or afterwards if its
  /// value is `after`. The value of `status` is a number from 200 to 599, or `{"status","headers"}`; 500 by default.
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

extension FaultTable.Effect: CustomStringConvertible {
  /// The effect in a few words, for the page.
  var description: String {
    switch self {
    case .status(let status, _): "responds with status \(status)"
    case .drop(let handled): handled ? "closes the connection after the request" : "closes the connection"
    case .delay(let duration): "delays the response by \(duration.formattedSeconds)"
    case .truncate: "cuts the response"
    case .garbage: "damages the response"
    case .duplicate: "delivers the request twice"
    }
  }
}

extension Duration {
  /// The duration in seconds, with up to three digits after the point.
  fileprivate var formattedSeconds: String {
    let milliseconds = Int64((seconds * 1000).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
