#if TPM && os(Linux)
  import AuthAuthsignal
  import AuthCore
  import AuthHawcx
  import AuthPasskey
  import AuthRuntime
  import AuthSandbox
  import AuthStorage
  import AuthStorageTPM
  import AuthTesting
  import AuthTurnkey

  /// An app whose keys a TPM makes by its configuration alone, with a sandbox in this process. Apart from
  /// the configuration it gets the transport to that sandbox and a user who approves passkeys.
  struct TPMHouse {
    let software: SoftwareTPM
    let sandbox: Sandbox
    private let configuration: AuthConfiguration

    /// - Parameter change: changes to the sandbox's block of the provider.
    init(_ provider: ProviderID, _ change: (inout JSONObject) -> Void = { _ in }) async throws {
      software = try await SoftwareTPM()
      sandbox = try Sandbox()
      var providers = sandbox.configuration["providers"]?.objectValue ?? [:]
      var block = providers[provider.rawValue]?.objectValue ?? [:]
      change(&block)
      providers[provider.rawValue] = .object(block)
      configuration = try AuthConfiguration([
        "provider": .string(provider.rawValue), "providers": .object(providers),
        "storage": [
          "keys": "tpm", "wrappingKey": "tpm", "directory": .string(software.directory + "/state"),
          "tpm": ["connection": .string(software.connection)],
        ],
      ])
    }

    /// The directory that the processes share.
    var storage: FileStorage {
      FileStorage(
        directory: software.directory + "/state", wrapping: TPMWrapping(TPM(connection: software.connection)))
    }

    /// A process of the app.
    func process() throws -> AuthClient {
      var services = try ClientServices.standard(for: configuration, storage: [.tpm])
      services.provider.transport = SandboxTransport(sandbox: sandbox)
      services.provider.passkeys = SoftwarePasskeyAuthenticator(
        keys: services.provider.keys.primary, records: services.provider.records.namespaced("passkeys"),
        consent: UnattendedConsent.verified)
      return try AuthClient(
        configuration: configuration, plugins: [.turnkey, .hawcx, .authsignal], services: services)
    }

    func policy(_ changes: JSONObject) {
      _ = sandbox.handle(SandboxRequest("POST", "/sandbox/policy", json: .object(changes)))
    }

    /// Signs jane in with the codes that she receives.
    func signIn(_ auth: AuthClient, _ request: FlowRequest? = nil) async throws -> Session {
      let flow = auth.start(request ?? FlowRequest(identifier: "jane@example.com"))
      for await update in flow {
        switch update {
        case .prompt(.enterCode, _): try await flow.submit(code: try sandbox.lastCode(to: "jane@example.com"))
        case .prompt(.selectMethod(let methods), _):
          guard let method = methods.first?.id else { throw SoftwareTPM.Failure("no method") }
          try await flow.select(method: method)
        case .failed(let error): throw error
        case .completed(.session(let session, _)): return session
        default: continue
        }
      }
      throw SoftwareTPM.Failure("the flow ended without a session")
    }
  }
#endif
