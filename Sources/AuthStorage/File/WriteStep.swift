/// The steps of a write at which it can fail or be cut off.
package enum WriteStep: Sendable, CaseIterable {
  /// Making the file aside.
  case create
  /// Writing the file aside.
  case write
  /// Synchronising the file aside.
  case sync
  /// Putting it in the old one's place.
  case rename
  /// Synchronising the directory.
  case syncDirectory

  /// What a probe gives to cut the write off as a killed process would: nothing is tidied up.
  package static let killed: Int32 = -1
}

/// Asked before every step of a write: 0 to go on, an `errno` to fail with, or `WriteStep.killed`. Tests look through
/// it at what a full disk or a kill leaves behind.
package typealias WriteProbe = @Sendable (WriteStep) -> Int32
