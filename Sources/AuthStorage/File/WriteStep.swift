/// The steps of a write at which it can fail or be cut off.
package enum WriteStep: Sendable, CaseIterable {
  /// Creating the temporary file.
  case create
  /// Writing the temporary file.
  case write
  /// Synchronising the temporary file.
  case sync
  /// Renaming it over the old file.
  case rename
  /// Synchronising the directory.
  case syncDirectory

  /// The probe's value that cuts the write off as a killed process would, without cleaning up.
  package static let killed: Int32 = -1
}

/// Called before every step of a write: returns 0 to continue, an `errno` to fail with, or `WriteStep.killed`. Tests
/// use it to see the state after a full disk or a kill.
package typealias WriteProbe = @Sendable (WriteStep) -> Int32
