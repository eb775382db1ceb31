/// The states in which the records of a part of the directory may be found. A part consists of the records whose file
/// names begin with the same two characters. They share a write lock (see `FileStorage.writeLock(_:)`).
///
/// Before a write, an entry adds the next state to the accepted states of the place. After the write, an entry makes
/// it the only accepted state. A crash between the two leaves both states accepted until the next write.
struct ManifestShard: Sendable, Equatable {
  /// One change of the accepted states.
  struct Entry: Sendable, Equatable {
    let place: RecordPlace
    let state: RecordState
    /// Whether `state` becomes the only accepted state of the place; false if it is accepted in addition.
    let isOnly: Bool

    init(_ place: RecordPlace, _ state: RecordState, isOnly: Bool) {
      self.place = place
      self.state = state
      self.isOnly = isOnly
    }
  }

  private var accepted: [RecordPlace: [RecordState]] = [:]
  /// The number of entries since the part's first entry. It never decreases, also if the file is rewritten.
  private(set) var sequence: UInt64

  init(sequence: UInt64 = 0) { self.sequence = sequence }

  /// Applies an entry.
  mutating func apply(_ entry: Entry) {
    sequence &+= 1
    let states = entry.isOnly ? [] : accepted[entry.place] ?? [.absent]
    let next = states.contains(entry.state) ? states : states + [entry.state]
    accepted[entry.place] = next == [.absent] ? nil : next
  }

  /// Returns whether a place may be in a state. A place without entries must be empty.
  func accepts(_ state: RecordState, at place: RecordPlace) -> Bool {
    (accepted[place] ?? [.absent]).contains(state)
  }

  /// Returns whether a state is the only accepted one of a place.
  func isOnly(_ state: RecordState, at place: RecordPlace) -> Bool { (accepted[place] ?? [.absent]) == [state] }

  /// The places whose records must exist, in one subdirectory or, for nil, in all.
  func required(in room: String?) -> [RecordPlace] {
    accepted.filter { (room == nil || $0.key.room == room) && !$0.value.contains(.absent) }.map(\.key)
  }

  /// The entries that lead to the accepted states, for a rewritten file.
  var entries: [Entry] {
    accepted.flatMap { place, states in
      states.enumerated().map { Entry(place, $0.element, isOnly: $0.offset == 0) }
    }
  }
}
