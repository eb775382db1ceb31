public import AuthCore

extension BeaconProvider: FlowResuming {
  /// Continues a flow that was suspended at a prompt, in this process or another.
  ///
  /// - Throws: `store_corrupt` if the state cannot be read.
  public func resume(_ state: SuspendedFlow) throws(AuthError) -> ProviderFlow {
    guard let logic = BeaconFlow(resuming: state) else {
      throw AuthError(
        .storeCorrupt, "The suspended flow cannot be read. Start again.", recovery: .restart)
    }
    return flow(logic)
  }
}
