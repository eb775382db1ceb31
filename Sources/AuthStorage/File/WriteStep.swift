/// The steps of a write, at which a probe can make the write fail or end it.
package enum WriteStep: Sendable, CaseIterable {
  /// Creating the temporary file.
  case create
  /// Writing the temporary file.
  case write
  /// Synchronising the temporary file.
  case sync
  /// Renaming the temporary file to the final name.
  case rename
  /// Synchronising the directory.
  case syncDirectory

  /// The result of a probe that ends the write without cleaning up, as if the process were killed.
  package static let killed: Int32 = -1
}

/// A function that is called before every step of a write. It returns 0 to continue, an `errno` value to make the step
/// fail, or `WriteStep.killed`. Tests use it to examine the state after a full disk or a kill.
package typealias WriteProbe = @Sendable (WriteStep) -> Int32
