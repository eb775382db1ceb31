import AuthCore

extension AcmeProvider {
  func flow(_ logic: AcmeFlow) -> ProviderFlow {
    ProviderFlow(logic, performer: AcmeFlowPerformer(api: api, provider: self))
  }
}
