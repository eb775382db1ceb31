import AuthCore
import Synchronization

/// The metrics of one host, in the text format of Prometheus.
public final class HostMetrics: Sendable {
  /// A counter: its name and its labels.
  struct Key: Hashable {
    let name: String
    let labels: [String]
  }

  /// The values that are measured at each request for the metrics.
  struct Gauges: Sendable {
    var isEnding = false
    var database = DatabaseState()
    var process = ProcessFigures()
    var connections = 0
  }

  private let counters = Mutex<[Key: Double]>([:])

  /// Creates counters at zero.
  public init() {}

  /// Returns the value of a counter; 0 if nothing was counted.
  public func value(_ name: String, _ labels: KeyValuePairs<String, String> = [:]) -> Double {
    let key = Self.key(name, labels)
    return counters.withLock { $0[key] ?? 0 }
  }

  func count(_ name: String, _ labels: KeyValuePairs<String, String> = [:], by amount: Double = 1) {
    let key = Self.key(name, labels)
    counters.withLock { $0[key, default: 0] += amount }
  }

  func countRequest(_ route: String, status: Int, seconds: Double) {
    count("fleet_requests_total", ["route": route, "status": "\(status)"])
    count("fleet_request_seconds_total", ["route": route], by: seconds)
  }

  /// Returns the metrics in the text format of Prometheus, version 0.0.4.
  func text(_ gauges: Gauges) -> String {
    let counted = counters.withLock { $0 }
    var text = ""
    for (name, keys) in Dictionary(grouping: counted.keys, by: \.name).sorted(by: { $0.key < $1.key }) {
      text += "# TYPE \(name) counter\n"
      for key in keys.sorted(by: { $0.labels.lexicographicallyPrecedes($1.labels) }) {
        let labels = key.labels.isEmpty ? "" : "{\(key.labels.joined(separator: ","))}"
        text += "\(name)\(labels) \(Self.number(counted[key] ?? 0))\n"
      }
    }
    let rows: [(String, Int)] = [
      ("fleet_ending", gauges.isEnding ? 1 : 0), ("fleet_database_up", gauges.database.answers ? 1 : 0),
      ("fleet_database_ready", gauges.database.isReady ? 1 : 0), ("fleet_connections", gauges.connections),
      ("fleet_resident_bytes", gauges.process.residentBytes), ("fleet_descriptors", gauges.process.descriptors),
    ]
    for (name, value) in rows { text += "# TYPE \(name) gauge\n\(name) \(value)\n" }
    return text
  }

  private static func key(_ name: String, _ labels: KeyValuePairs<String, String>) -> Key {
    Key(name: name, labels: labels.map { "\($0)=\"\(escaped($1))\"" })
  }

  /// Escapes a label's value, because it may contain a vendor's text.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\", "\"": result += "\\" + String(character)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
