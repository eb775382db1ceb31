public import AuthCore

/// A suite of the laws that every record store must keep. It needs no test framework: run it and expect no failures.
public struct RecordStoreConformance: Sendable {
  private let makeViews: @Sendable () async throws -> [any RecordStore]

  /// Creates a suite for one kind of store.
  ///
  /// - Parameter makeViews: returns one or more views of one new, empty store: a record written through one view can be
  ///   read through every other. For a store that cannot be opened twice, return one view.
  public init(makeViews: @escaping @Sendable () async throws -> [any RecordStore]) {
    self.makeViews = makeViews
  }

  /// The names of the laws, in the order in which they are checked.
  public static var laws: [String] { all.map(\.name) }

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] { await brokenLaws(Self.all, makeViews) }

  private typealias Law = ConformanceLaw<[any RecordStore]>

  private static let all: [Law] = [
    Law("an empty store contains nothing", empty),
    Law("a record reads back byte for byte", readsBack),
    Law("a write compares the version", comparesVersions),
    Law("a removal compares the version", removes),
    Law("a record that is created again has a new version", neverRepeats),
    Law("of many writes on one version, one succeeds", races),
    Law("names are kept unchanged", oddNames),
    Law("namespaces are separate", namespaces),
    Law("a lock runs one body at a time", { try await LockLaws.excludes(locks($0)) }),
    Law("a lock returns results and throws errors", { try await LockLaws.passesOn(locks($0)[0]) }),
    Law("locks of other names are free", { try await LockLaws.namesAreApart(locks($0)[0]) }),
    Law("waiting for a lock can be cancelled", { try await LockLaws.cancels(locks($0)[0]) }),
    Law("locks of other namespaces are free", lockNamespaces),
  ]

  private static func locks(_ views: [any RecordStore]) -> [LockCall] {
    views.map { LockCall($0) }
  }

  private static func empty(_ views: [any RecordStore]) async throws {
    for store in views {
      try require(try await store.read("none") == nil, "an unknown record is nil")
      try require(try await store.keys().isEmpty, "the list of keys is empty")
      try require(try await !store.remove("none", expecting: nil), "removing an unknown record returns false")
      try require(
        try await store.write(Secret("x"), for: "none", expecting: 1) == nil,
        "a write that expects a version fails if there is no record")
      try require(try await store.read("none") == nil, "nothing was written")
    }
  }

  private static func readsBack(_ views: [any RecordStore]) async throws {
    let values: [[UInt8]] = [[], [0], Array(0...255), Array(repeating: 0xA5, count: 100_000)]
    for (index, value) in values.enumerated() {
      let version = try await views[0].write(Secret(value), for: "\(index)", expecting: nil)
      for store in views {
        let record = try await store.read("\(index)")
        try require(record?.value == Secret(value), "\(value.count) bytes are read back unchanged")
        try require(record?.version == version && version != nil, "the version is the one that the write returned")
      }
    }
    for store in views {
      try require(try await store.keys().sorted() == ["0", "1", "2", "3"], "each key is listed once")
    }
  }

  private static func comparesVersions(_ views: [any RecordStore]) async throws {
    guard let last = views.last else { return }
    guard let first = try await views[0].write(Secret("1"), for: "k", expecting: nil) else {
      throw BrokenLaw(expected: "a first write succeeds")
    }
    try require(
      try await last.write(Secret("x"), for: "k", expecting: nil) == nil, "a first write fails if there is a record")
    try require(
      try await last.write(Secret("x"), for: "k", expecting: first &+ 1) == nil, "a write with a wrong version fails")
    try require(try await views[0].read("k")?.value == Secret("1"), "nothing was written")
    guard let second = try await last.write(Secret("2"), for: "k", expecting: first) else {
      throw BrokenLaw(expected: "a write with the right version succeeds")
    }
    try require(second > first, "a later version is greater")
    try require(
      try await views[0].write(Secret("x"), for: "k", expecting: first) == nil, "a write with an old version fails")
    try await views[0].replace(Secret("3"), for: "k")
    try require(try await last.read("k")?.value == Secret("3"), "replace writes over any version")
  }

  private static func removes(_ views: [any RecordStore]) async throws {
    guard let last = views.last else { return }
    let version = try await views[0].write(Secret("1"), for: "k", expecting: nil) ?? 0
    _ = try await views[0].write(Secret("2"), for: "other", expecting: nil)
    try require(try await !last.remove("k", expecting: version &+ 1), "a removal with a wrong version fails")
    try require(try await views[0].read("k") != nil, "nothing was removed")
    try require(try await last.remove("k", expecting: version), "a removal with the right version succeeds")
    try require(try await views[0].read("k") == nil, "the record is removed")
    try require(try await views[0].keys() == ["other"], "the other record remains")
    try require(try await last.remove("other", expecting: nil), "nil removes any version")
  }

  private static func neverRepeats(_ views: [any RecordStore]) async throws {
    var seen: Set<UInt64> = []
    for _ in 0..<20 {
      guard let version = try await views[0].write(Secret("v"), for: "k", expecting: nil) else {
        throw BrokenLaw(expected: "a first write succeeds")
      }
      try require(seen.insert(version).inserted, "no version is used again after a removal")
      try await views[0].remove("k", expecting: nil)
    }
  }

  private static func races(_ views: [any RecordStore]) async throws {
    var expected: UInt64?
    for _ in 0..<3 {
      let version = expected
      let wins = try await withThrowingTaskGroup(of: UInt64?.self) { group in
        for index in 0..<50 {
          group.addTask {
            try await views[index % views.count].write(Secret("\(index)"), for: "k", expecting: version)
          }
        }
        return try await group.reduce(into: [UInt64]()) { wins, version in if let version { wins.append(version) } }
      }
      try require(wins.count == 1, "one of 50 writes succeeds, not \(wins.count)")
      expected = wins[0]
    }
    try require(try await views[0].read("k")?.version == expected, "the version of the last successful write is stored")
  }

  private static func oddNames(_ views: [any RecordStore]) async throws {
    guard let last = views.last else { return }
    for name in LockLaws.oddNames { try await views[0].replace(Secret("of " + name), for: name) }
    for name in LockLaws.oddNames {
      try require(try await last.read(name)?.value == Secret("of " + name), "each name has its own record")
    }
    try require(try await last.keys().sorted() == LockLaws.oddNames.sorted(), "each name is listed once")
  }

  private static func namespaces(_ views: [any RecordStore]) async throws {
    func narrow(_ store: any RecordStore, _ path: [String]) -> any RecordStore {
      path.reduce(store) { $0.namespaced($1) }
    }
    let paths: [[String]] = [[], ["a"], ["a", "b"], ["a/b"], ["b"], ["A"], [""], ["", ""], [".."]]
    for path in paths { try await narrow(views[0], path).replace(Secret("\(path)"), for: "k") }
    for store in views {
      for path in paths {
        let narrowed = narrow(store, path)
        try require(try await narrowed.read("k")?.value == Secret("\(path)"), "\(path) has its own record")
        try require(try await narrowed.keys() == ["k"], "\(path) lists only its own record")
        try require(try await narrowed.read("b") == nil, "\(path) contains no other record")
      }
    }
    try require(try await narrow(views[0], ["a"]).remove("k", expecting: nil), "a record is removed in its namespace")
    try require(try await narrow(views[0], ["a", "b"]).read("k") != nil, "the record of the inner namespace remains")
    try require(try await views[0].read("k") != nil, "the record of the outer namespace remains")
  }

  private static func lockNamespaces(_ views: [any RecordStore]) async throws {
    let inner = views[0].namespaced("a")
    let result = try await views[0].withLock(on: "lock") { () async throws(AuthError) in
      try await inner.withLock(on: "lock") { () async throws(AuthError) in 1 }
    }
    try require(result == 1, "the same name in another namespace is another lock")
  }
}
