import AuthCore

/// One law: a name and a check that throws where the subject breaks it.
struct ConformanceLaw<Subject: Sendable>: Sendable {
  let name: String
  let check: @Sendable (Subject) async throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
    self.name = name
    self.check = check
  }
}
