import AuthCore

/// A law for providers: a stable name, a statement, and a check that throws if the law is broken.
struct ProviderLaw: Sendable {
  let id: String
  let statement: String
  /// The capability that a provider must have for the law to apply; nil if the law applies to every provider.
  let capability: ProviderCapability?
  let check: @Sendable (ConformanceTrial) async throws -> Void

  init(
    _ id: String, _ statement: String, needs capability: ProviderCapability? = nil,
    _ check: @escaping @Sendable (ConformanceTrial) async throws -> Void
  ) {
    self.id = id
    self.statement = statement
    self.capability = capability
    self.check = check
  }
}

/// Returns the value, or throws `NotApplicable` with the reason if it is nil.
func applicable<Value>(_ value: Value?, _ reason: String) throws -> Value {
  guard let value else { throw NotApplicable(reason) }
  return value
}

/// Returns the value, or throws `BrokenLaw` if it is nil. `what` states the expectation.
func required<Value>(_ value: Value?, _ what: String) throws -> Value {
  guard let value else { throw BrokenLaw(expected: what) }
  return value
}
