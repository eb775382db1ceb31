@testable import AuthCore

/// A value that all copies of a provider share.
final class SharedValue<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  init(_ value: Value) { self.value = Locked(value) }
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { held in
      var copy = held
      let result = body(&copy)
      held = copy
      return result
    }
  }
}
