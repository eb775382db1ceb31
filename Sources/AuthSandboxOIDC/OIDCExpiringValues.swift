/// Values with an expiry, by their names. Expired values are removed when the number of values has doubled since they
/// were last removed.
struct OIDCExpiringValues<Value: Sendable>: Sendable {
  private var values: [String: (value: Value, expires: Int64)] = [:]
  private var limit = 256

  /// The values that have not expired, with their names.
  func live(at time: Int64) -> [(name: String, value: Value, expires: Int64)] {
    values.filter { time < $0.value.expires }.map { ($0.key, $0.value.value, $0.value.expires) }
  }

  /// Returns the value with this name; nil if it does not exist or has expired.
  func value(_ name: String, at time: Int64) -> Value? {
    guard let found = values[name], time < found.expires else { return nil }
    return found.value
  }

  /// Adds or replaces a value, valid until `expires` (seconds since 1970).
  mutating func put(_ name: String, _ value: Value, until expires: Int64, at time: Int64) {
    if values.count >= limit {
      values = values.filter { time < $0.value.expires }
      limit = max(256, values.count * 2)
    }
    values[name] = (value, expires)
  }

  /// Changes a value and keeps its expiry; does nothing if no value has this name.
  mutating func change(_ name: String, _ change: (inout Value) -> Void) {
    guard var found = values[name] else { return }
    change(&found.value)
    values[name] = found
  }

  /// Changes every value.
  mutating func changeAll(_ change: (inout Value) -> Void) {
    for name in values.keys { self.change(name, change) }
  }

  /// Removes and returns a value; nil if it does not exist or has expired.
  mutating func take(_ name: String, at time: Int64) -> Value? {
    guard let found = values.removeValue(forKey: name), time < found.expires else { return nil }
    return found.value
  }
}
