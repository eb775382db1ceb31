public import FuzzTargets

extension FuzzTarget {
  /// The parsers of the vendors' responses, callbacks, messages and configuration.
  public static let vendors: [FuzzTarget] = [.bundles, .callbacks, .configuration, .flowSteps, .messages]
}
