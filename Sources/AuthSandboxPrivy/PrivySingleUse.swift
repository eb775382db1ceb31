import AuthCore

/// Values that work once and expire: nonces, challenges, and the states and codes of page visits.
struct PrivySingleUse<Content: Sendable>: Sendable {
  private var known: [String: (content: Content, expiry: Int64)] = [:]

  mutating func add(_ name: String, _ content: Content, until expiry: Int64) { known[name] = (content, expiry) }

  /// Removes and returns the content of `name`; nil if `name` is unknown, was taken before, or has expired.
  mutating func take(_ name: String, at time: Int64) -> Content? {
    guard let entry = known.removeValue(forKey: name), time < entry.expiry else { return nil }
    return entry.content
  }
}
