import Testing

@testable import AuthStorage

/// Which states of a place are accepted after which entries.
@Suite struct ManifestShardTests {
  static let place = RecordPlace(room: "records", file: "ab01")
  static let other = RecordPlace(room: "sessions", file: "ab02")
  static let (old, new, next) = (state(1), state(2), state(3))

  static func state(_ number: UInt8) -> RecordState { RecordState([UInt8](repeating: number, count: 40)) }

  struct Case: Sendable {
    let entries: [(RecordState, isOnly: Bool)]
    let accepted: [RecordState]

    init(_ entries: [(RecordState, isOnly: Bool)], _ accepted: [RecordState]) {
      (self.entries, self.accepted) = (entries, accepted)
    }
  }

  static let cases = [
    Case([], [.absent]),
    Case([(new, false)], [.absent, new]),
    Case([(new, false), (new, true)], [new]),
    Case([(old, true), (new, false)], [old, new]),
    Case([(old, true), (new, false), (new, true)], [new]),
    Case([(old, true), (new, false), (next, false)], [old, new, next]),
    Case([(old, true), (.absent, false)], [old, .absent]),
    Case([(old, true), (.absent, false), (.absent, true)], [.absent]),
    Case([(old, true), (old, false)], [old]),
  ]

  @Test(arguments: cases) func acceptsWhatWasWrittenLast(_ example: Case) {
    var shard = ManifestShard(sequence: 7)
    shard.apply(.init(Self.other, Self.old, isOnly: true))
    for (state, isOnly) in example.entries { shard.apply(.init(Self.place, state, isOnly: isOnly)) }
    for state in [.absent, Self.old, Self.new, Self.next] {
      #expect(shard.accepts(state, at: Self.place) == example.accepted.contains(state))
    }
    #expect(shard.sequence == 8 + UInt64(example.entries.count))
    #expect(shard.required(in: "records").isEmpty == example.accepted.contains(.absent))
    #expect(shard.required(in: "sessions") == [Self.other] && shard.required(in: nil).contains(Self.other))
    // The entries of a rewritten file accept the same.
    var again = ManifestShard()
    for entry in shard.entries { again.apply(entry) }
    for state in [.absent, Self.old, Self.new, Self.next] {
      #expect(again.accepts(state, at: Self.place) == example.accepted.contains(state))
    }
  }

  @Test func aStateIsTheEndOfTheFile() {
    let bytes = (0..<40).map { UInt8($0) }
    #expect(RecordState(bytes).encoded == Array(bytes.suffix(16)))
    #expect(RecordState(bytes) == RecordState(Array(bytes.suffix(16))))
    #expect(RecordState(bytes) != RecordState(Array(bytes.dropLast())))
    #expect(RecordState(nil) == .absent && RecordState([]) != .absent)
  }
}
