import AuthCore

/// A law: a name, and a check that throws if the subject breaks the law.
struct ConformanceLaw<Subject: Sendable>: Sendable {
  let name: String
  let check: @Sendable (Subject) async throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void) {
    self.name = name
    self.check = check
  }
}
