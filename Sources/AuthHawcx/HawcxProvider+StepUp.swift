public import AuthCore

extension HawcxProvider: StepUp {
  /// Every method works for a step-up. The server decides which one it asks for.
  public var stepUpMethods: [MethodID] { methods }
}
