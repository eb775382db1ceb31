public import FuzzTargets

extension FuzzTarget {
  /// What reads the words of a command line. The commands link the sandbox, every store and every vendor.
  public static let commands: [FuzzTarget] = [.commandLine]
}
