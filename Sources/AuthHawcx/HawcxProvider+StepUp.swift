public import AuthCore

extension HawcxProvider: StepUp {
  /// All methods of the provider. The server decides which of them a step-up uses.
  public var stepUpMethods: [MethodID] { methods }
}
