import AuthCore

@testable import AuthStorage

/// A wrapping whose place has notes but no room for a manifest, as a TPM has. Copies share the place.
struct NotingWrapping: StateAnchoring {
  final class Place: Sendable {
    let notes = Locked<[String: [UInt8]]>([:])
    let stores = Locked(0)
    let isAway = Locked(false)
    let isFull = Locked(false)
    /// Runs after each read of a note: another process may change the directory then.
    let afterRead = Locked<(@Sendable () -> Void)?>(nil)
  }

  let place = Place()
  var id: String { "noting" }
  var manifestPlace: ManifestPlace { .storage }

  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    try reach()
    return keys.revealBytes().map { ~$0 }
  }

  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    try reach()
    return Secret(wrapped.map { ~$0 })
  }

  func discard(_ wrapped: [UInt8]) throws(AuthError) {}

  func note(_ name: String) throws(AuthError) -> [UInt8]? {
    try reach()
    defer { place.afterRead.withLock { $0 }?() }
    return place.notes.withLock { $0[name] }
  }

  @discardableResult
  func store(_ note: [UInt8], named name: String) throws(AuthError) -> Bool {
    try reach()
    guard !place.isFull.withLock({ $0 }) else { return false }
    place.stores.withLock { $0 += 1 }
    place.notes.withLock { $0[name] = note }
    return true
  }

  private func reach() throws(AuthError) {
    if place.isAway.withLock({ $0 }) { throw AuthError(.keyUnavailable, "The place is away. Bring it back.") }
  }
}
