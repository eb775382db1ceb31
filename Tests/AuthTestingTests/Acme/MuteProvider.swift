import AuthCore

/// Acme without capabilities: its flows return a state that no provider can resume.
struct MuteProvider: AuthProvider {
  private let acme: AcmeProvider

  init(id: ProviderID, configuration: AcmeConfiguration, services: ProviderServices) throws(AuthError) {
    acme = try AcmeProvider(id: id, configuration: configuration, services: services)
  }

  var id: ProviderID { acme.id }
  var tenant: String { acme.tenant }
  var methods: [MethodID] { acme.methods }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    if case .enroll = request.purpose { throw AuthError(.unsupported, "This provider enrols nothing.") }
    return try acme.start(request)
  }
}
