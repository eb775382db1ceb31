import AuthCore

/// The result of a benchmark.
struct BenchmarkResult: Sendable {
  /// The rate.
  let value: Double
  /// The unit of the rate, such as `stamps/s`.
  let unit: String
  /// The rate of a program that does the least possible work; nil without such a program.
  let floor: Double?
  /// The rate divided by the floor's: the median of the turns.
  let ratio: Double?
  /// Allocations per round; nil if they are not counted.
  let allocations: Double?
  /// Allocations per round of the floor.
  var floorAllocations: Double?

  /// Returns the object for a line of `--json`.
  func json(named name: String) -> JSONObject {
    var object: JSONObject = ["name": .string(name), "value": .number(value), "unit": .string(unit)]
    object["floor"] = floor.map { .number($0) } ?? .null
    object["ratio"] = ratio.map { .number($0) } ?? .null
    object["allocations"] = allocations.map { .number($0) }
    object["floorAllocations"] = floorAllocations.map { .number($0) }
    return object
  }

  /// Returns a line of plain text.
  func text(named name: String) -> String {
    var text = "\(Self.padded(name, 20))\(Self.number(value)) \(unit)"
    if let floor, let ratio { text += ", \(Self.number(ratio, 3)) of the floor (\(Self.number(floor)))" }
    if let allocations {
      let least = floorAllocations.map { " (\(Self.number($0, 1)))" } ?? ""
      text += ", \(Self.number(allocations, 1))\(least) allocations each"
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// Formats a number with at most `digits` digits after the point.
  private static func number(_ value: Double, _ digits: Int = 0) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return digits == 0 ? String(Int64(rounded)) : String(rounded)
  }
}
