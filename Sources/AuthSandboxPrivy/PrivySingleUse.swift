import AuthCore

/// Values that were issued once and work once: nonces, challenges, pages' states and codes.
struct PrivySingleUse<Content: Sendable>: Sendable {
  private var known: [String: (content: Content, expiry: Int64)] = [:]

  mutating func add(_ name: String, _ content: Content, until expiry: Int64) { known[name] = (content, expiry) }

  /// Removes and returns the value of `name`.
  mutating func take(_ name: String, at time: Int64) -> Content? {
    guard let entry = known.removeValue(forKey: name), time < entry.expiry else { return nil }
    return entry.content
  }
}
