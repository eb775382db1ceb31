package import AuthCore

/// A ceremony of a provider, whose responses are replaced one by one.
package struct HostileCeremony: Sendable {
  /// What a ceremony does with the session that is stored before.
  package enum Use: Sendable {
    /// A usable session stays: the earlier one, or a new one of the ceremony.
    case keeps
    /// The session stays stored, but a response that was lost may have used its credential up.
    case renews
    /// The session may end.
    case ends
  }

  /// The part of a ceremony whose responses are replaced.
  package typealias Act = @Sendable () async throws -> Void

  /// The name in the matrix.
  package let name: String
  /// What the ceremony does with the session.
  package var use: Use
  /// Prepares the ceremony with an honest vendor, and returns the part whose responses are replaced.
  package let prepare: @Sendable (HostileRun) async throws -> Act

  /// Creates a ceremony.
  package init(_ name: String, use: Use = .keeps, _ prepare: @escaping @Sendable (HostileRun) async throws -> Act) {
    self.name = name
    self.use = use
    self.prepare = prepare
  }

  /// A flow of the signed-in user, or of another one, after flows that were completed before.
  package static func flow(
    _ name: String, _ request: FlowRequest, after earlier: [FlowRequest] = [],
    _ prepare: @escaping @Sendable (HostileRun) async throws -> Void = { _ in }
  ) -> HostileCeremony {
    HostileCeremony(name) { run in
      try await prepare(run)
      for request in earlier { try await run.complete(request) }
      return { try await run.complete(request) }
    }
  }

  /// One call, without preparation.
  package static func call(
    _ name: String, use: Use = .keeps, _ body: @escaping @Sendable (HostileRun) async throws -> Void
  ) -> HostileCeremony {
    HostileCeremony(name, use: use) { run in { try await body(run) } }
  }
}
