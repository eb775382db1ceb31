public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A suite of the laws that every session store must keep. It needs no test framework: run it and expect no failures.
public struct SessionStoreConformance: Sendable {
  private let makeViews: @Sendable () async throws -> [any SessionStore]

  /// Creates a suite for one kind of store.
  ///
  /// - Parameter makeViews: returns one or more views of one new, empty store: a session that is saved through one view
  ///   can be loaded through every other. For a store that cannot be opened twice, return one view.
  public init(makeViews: @escaping @Sendable () async throws -> [any SessionStore]) {
    self.makeViews = makeViews
  }

  /// The names of the laws, in the order in which they are checked.
  public static var laws: [String] { all.map(\.name) }

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] { await brokenLaws(Self.all, makeViews) }

  private typealias Law = ConformanceLaw<[any SessionStore]>

  private static let all: [Law] = [
    Law("an empty store contains nothing", empty),
    Law("a saved session is loaded with every field", loadsBack),
    Law("a save replaces only the session with the same id", replaces),
    Law("a save that expects a generation replaces only that generation", comparesGenerations),
    Law("of many saves on one generation, one succeeds", races),
    Law("a deletion removes only that session", deletes),
    Law("a selection belongs to its provider", selects),
    Law("a lock runs one body at a time", { try await LockLaws.excludes(locks($0)) }),
    Law("a lock returns results and throws errors", { try await LockLaws.passesOn(locks($0)[0]) }),
    Law("locks of other names are free", { try await LockLaws.namesAreApart(locks($0)[0]) }),
    Law("waiting for a lock can be cancelled", { try await LockLaws.cancels(locks($0)[0]) }),
  ]

  private static func locks(_ views: [any SessionStore]) -> [LockCall] {
    views.map { LockCall($0) }
  }

  /// Returns a session with a value in every field. This function is public, so that a store's own tests can use the
  /// session as well.
  public static func example(_ id: String, generation: UInt64 = 1) -> Session {
    var session = Session(
      id: SessionID(id), providerID: "example", tenant: "tenant/1", subject: "did:example:\(id)",
      identifier: "jäne@example.com", displayName: "Jane \"J\" Doe",
      tokens: SessionTokens(
        access: Secret("access-\(id)"), refresh: Secret("refresh"), identity: Secret("identity"),
        other: ["vendor": Secret("other")]),
      key: KeyReference(
        storeID: "memory", keyID: "key", algorithm: .p256, publicKey: [2] + Array(repeating: 9, count: 32)),
      createdAt: Date(timeIntervalSince1970: 1_767_225_600.25), expiresAt: Date(timeIntervalSince1970: 1_767_229_200.5),
      claims: ["aud": ["a", "b"], "n": 7, "nested": ["deep": true]], tags: ["color": "red", "": "empty"],
      generation: generation)
    session.adapterValues = ["lifetime": "900", "": "empty"]
    return session
  }

  private static func empty(_ views: [any SessionStore]) async throws {
    for store in views {
      try require(try await store.load(SessionID("none")) == nil, "an unknown session is nil")
      try require(try await store.list().isEmpty, "the list is empty")
      try require(try await store.selection(for: "example") == nil, "nothing is selected")
      try await store.delete(SessionID("none"))
      try await store.select(nil, for: "example")
    }
  }

  private static func loadsBack(_ views: [any SessionStore]) async throws {
    let full = example("full", generation: .max)
    let bare = Session(
      id: SessionID("bare"), providerID: "example", tenant: "", subject: "", createdAt: Date(timeIntervalSince1970: 0))
    for session in [full, bare] {
      try require(try await views[0].save(session, replacing: nil), "the save returns true")
      for store in views {
        try require(try await store.load(session.id) == session, "session '\(session.id)' is loaded unchanged")
      }
    }
    for store in views {
      let listed = try await store.list().sorted { $0.id.rawValue < $1.id.rawValue }
      try require(listed == [bare, full], "the list contains each session once")
    }
  }

  private static func replaces(_ views: [any SessionStore]) async throws {
    try await views[0].save(example("one"))
    try await views[0].save(example("two"))
    var changed = example("one", generation: 2)
    changed.tokens = SessionTokens()
    changed.displayName = nil
    for store in views { try await store.save(changed) }
    for store in views {
      try require(try await store.load(changed.id) == changed, "the later save replaces the earlier one")
      try require(try await store.load(SessionID("two")) == example("two"), "the other session is untouched")
      try require(try await store.list().count == 2, "nothing is listed twice")
    }
  }

  private static func comparesGenerations(_ views: [any SessionStore]) async throws {
    guard let last = views.last else { return }
    try require(
      try await !views[0].save(example("a"), replacing: 1), "a save that expects a generation needs a stored session")
    try require(try await last.load(SessionID("a")) == nil, "nothing was written")
    try await views[0].save(example("a", generation: 5))
    try require(try await !last.save(example("a", generation: 9), replacing: 4), "a save with a wrong generation fails")
    try require(try await views[0].load(SessionID("a"))?.generation == 5, "nothing was written")
    try require(
      try await last.save(example("a", generation: 6), replacing: 5), "a save with the right generation succeeds")
    try require(try await views[0].load(SessionID("a"))?.generation == 6, "the save was written")
  }

  private static func races(_ views: [any SessionStore]) async throws {
    try await views[0].save(example("a", generation: 1))
    for generation in UInt64(1)...3 {
      let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<50 {
          group.addTask {
            var session = example("a", generation: generation + 1)
            session.tags["writer"] = String(index)
            return try await views[index % views.count].save(session, replacing: generation)
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try require(wins == 1, "one of 50 saves succeeds, not \(wins)")
    }
    try require(try await views[0].load(SessionID("a"))?.generation == 4, "each round increases the generation")
  }

  private static func deletes(_ views: [any SessionStore]) async throws {
    guard let last = views.last else { return }
    try await views[0].save(example("a"))
    try await views[0].save(example("b"))
    try await last.delete(SessionID("a"))
    try require(try await views[0].load(SessionID("a")) == nil, "the session is deleted")
    try require(try await views[0].list() == [example("b")], "the other session remains")
    try await last.delete(SessionID("a"))
  }

  private static func selects(_ views: [any SessionStore]) async throws {
    guard let last = views.last else { return }
    let providers: [ProviderID] = ["a", "A", "../a", "a/b", "ä", ""]
    for provider in providers { try await views[0].select(SessionID("of " + provider.rawValue), for: provider) }
    for provider in providers {
      let selected = try await last.selection(for: provider)
      try require(selected == SessionID("of " + provider.rawValue), "provider '\(provider)' has its own selection")
    }
    try await last.select(SessionID("later"), for: "a")
    try require(
      try await views[0].selection(for: "a") == SessionID("later"), "a later selection replaces the earlier one")
    try await last.select(nil, for: "a")
    try require(try await views[0].selection(for: "a") == nil, "a selection can be cleared")
    try require(try await views[0].selection(for: "A") == SessionID("of A"), "the other selections remain")
  }
}
