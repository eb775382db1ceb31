import AuthCore

/// Acme without capabilities: its flows give a state away that nobody can go on with.
struct MuteProvider: AuthProvider {
  private let acme: AcmeProvider

  init(id: ProviderID, configuration: AcmeConfiguration, services: ProviderServices) throws(AuthError) {
    acme = try AcmeProvider(id: id, configuration: configuration, services: services)
  }

  var id: ProviderID { acme.id }
  var tenant: String { acme.tenant }
  var methods: [MethodID] { acme.methods }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow { try acme.start(request) }
}
