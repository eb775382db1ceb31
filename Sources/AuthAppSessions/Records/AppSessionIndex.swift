import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The list of the sessions of one handle. A session is entered before it is stored and leaves after it has ended, so
/// that no session is missing, even after a crash; an entry without a session means nothing.
struct AppSessionIndex: Sendable, Equatable {
  /// A session of the list.
  struct Entry: Sendable, Equatable {
    let id: SessionID
    /// When the session was entered.
    let at: Date
  }

  /// An event of the provider that also ends the sessions of sign-ins that were under way.
  struct Closing: Sendable, Equatable {
    /// The time of the event: sign-ins until then are refused. Nil refuses all.
    let before: Date?
    /// When the event arrived.
    let at: Date
  }

  var entries: [Entry] = []
  var closing: Closing?

  var isEmpty: Bool { entries.isEmpty && closing == nil }

  func contains(_ id: SessionID) -> Bool { entries.contains { $0.id == id } }

  /// Whether a sign-in of this time may open a session.
  func admits(signInAt time: Date) -> Bool {
    guard let closing else { return true }
    guard let before = closing.before else { return false }
    return time > before
  }

  /// Adds a session.
  mutating func enter(_ id: SessionID, at now: Date) {
    if !contains(id) { entries.append(Entry(id: id, at: now)) }
  }

  /// Removes a session.
  mutating func leave(_ id: SessionID) { entries.removeAll { $0.id == id } }

  /// Notes an event. An event that refuses more replaces one that refuses less.
  mutating func close(before: Date?, at now: Date) {
    guard let closing else {
      closing = Closing(before: before, at: now)
      return
    }
    guard let known = closing.before else { return }
    self.closing = Closing(before: before.map { max($0, known) }, at: now)
  }

  /// The sessions beyond the limit, the oldest first; never `newest`.
  func surplus(over limit: Int, keeping newest: SessionID) -> [SessionID] {
    entries.filter { $0.id != newest }.sorted { $0.at < $1.at }.prefix(max(0, entries.count - limit)).map(\.id)
  }
}
