import AuthCore

extension FlowPresentation {
  /// The facts without a page that a button opens. A page of a `redirect` prompt has to be opened by that button, which
  /// waits for the URL with which the page returns.
  public var listedFacts: [Fact] {
    actions.contains { $0.kind == .openPage } ? facts.filter { $0.kind != .page } : facts
  }

  /// Returns the buttons of a screen that can or cannot ask a wallet.
  ///
  /// - Parameter canSign: whether the program has a wallet to ask. If not, the user pastes the signature.
  public func actions(canSign: Bool) -> [Action] { canSign ? actions : actions.filter { $0.kind != .sign } }

  /// Returns this presentation with a problem of the program's own, such as that of a wallet, unless it has one of the
  /// flow.
  func showing(_ own: Problem?) -> FlowPresentation {
    guard problem == nil else { return self }
    var shown = self
    shown.problem = own
    return shown
  }
}
