public import AuthCore

extension HawcxProvider: StepUp {
  /// Every method serves; which of them the user is asked for, the server says.
  public var stepUpMethods: [MethodID] { methods }
}
