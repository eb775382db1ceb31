// swift-format-ignore-file
// Apple's names, in Apple's forms.

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(uncheckedState: State) {}
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { fatalError() }
}

extension OSAllocatedUnfairLock where State == Void {
  public init() { self.init(uncheckedState: ()) }
  public func lock() {}
  public func unlock() {}
}
