import AuthCore
import AuthCrypto
import AuthOIDC
import AuthStorage
import AuthTesting
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The real client with the real `OIDCProvider`, configured as an app or a backend would, at a scripted provider.
struct RelyingParty {
  private let provider: ScriptedProvider
  private let auth: AuthClient
  private let sessions: MemorySessionStore
  private let keys = MemoryKeyStore()
  private let clock = ManualClock()
  private static let id: ProviderID = "table"
  /// The time of every run, which stands still.
  static let time = ManualClock().now()

  init(_ script: ProviderScript) throws {
    provider = ScriptedProvider(script, clock: clock)
    sessions = MemorySessionStore(clock: clock)
    var block: JSONObject = [
      "type": "oidc", "issuer": .string(ScriptedProvider.issuer), "clientId": .string(ScriptedProvider.clientID),
      "scopes": ["openid", "profile", "email"], "redirectURL": .string(ScriptedProvider.redirect), "userInfo": true,
    ]
    if script.isBackend {
      block["clientSecret"] = ["env": "SECRET"]
      block["allowClientSecret"] = true
    }
    for member in script.settings.members { block[member.name] = member.value }
    let random = SeededRandomSource(seed: UInt64.random(in: 0...UInt64.max))
    // The transport of an app, with its retries; a retry must not wait for a real clock.
    let transport = provider.wrapped(
      by: RetryMiddleware(policy: RetryPolicy(baseDelay: .zero), clock: clock, random: random))
    auth = try AuthClient(
      configuration: try AuthConfiguration(
        ["provider": .string(Self.id.rawValue), "providers": [Self.id.rawValue: .object(block)]],
        sources: ConfigurationSources(
          environment: [
            "SECRET": ScriptedProvider.clientSecret, "KEY": ScriptedProvider.clientKey.pemRepresentation,
          ], directory: "/")),
      plugins: [.oidc],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(keys), records: MemoryRecordStore(clock: clock), clock: clock,
          random: random, observer: SilentObserver()),
        sessionStore: sessions))
  }

  /// Runs a script.
  ///
  /// - Throws: an error other than `AuthError` if the script cannot be run.
  static func trace(_ script: ProviderScript) async throws -> Trace {
    var trace = Trace()
    do {
      let party = try RelyingParty(script)
      do {
        for step in script.steps { try await party.perform(step, &trace) }
      } catch let error as AuthError {
        trace.error = error
      }
      trace.stored = try await party.sessions.list().first
      trace.keyCount = try await party.keys.keys(in: id.rawValue).count
      (trace.sent, trace.complaints) = party.provider.state.withLock { ($0.sent, $0.complaints) }
    } catch let error as AuthError {
      // The configuration is refused.
      trace.error = error
    }
    return trace
  }

  private func perform(_ step: ProviderScript.Step, _ trace: inout Trace) async throws {
    switch step {
    case .signIn: trace.sessions.append(try await signIn(&trace))
    case .renew: trace.sessions.append(try await auth.refresh())
    case .call(let origin):
      let request = try TransportRequest("GET", origin + "/api?q=1#part")
      trace.statuses.append(try await auth.send(request).status)
    case .signOut: trace.signOutPage = try await auth.signOut().redirects.first?.url
    }
  }

  private func signIn(_ trace: inout Trace) async throws -> Session {
    let flow = auth.signIn()
    var waiting: [ProviderScript.Response]?
    for await update in flow {
      switch update {
      case .prompt(.redirect(let page), let context):
        if waiting == nil {
          trace.pages.append(page.url)
          let response = provider.visit(page.url)
          waiting = provider.script.forgeries(response, trace.responses) + [response]
          trace.responses.append(response)
        } else if let error = context.lastError {
          trace.strayErrors.append(error)
        }
        guard let next = waiting?.first else { throw trace.strayErrors.last ?? AuthError.cancelled }
        waiting?.removeFirst()
        try await resume(flow, with: next)
      case .completed(.session(let session, _)): return session
      case .failed(let error): throw error
      default: continue
      }
    }
    throw AuthError.cancelled
  }

  /// Passes a response on as the client gets it: the address that the browser opened, or the form that it posted.
  private func resume(_ flow: AuthFlow, with response: ProviderScript.Response) async throws {
    let form = PercentEncoding.encodeForm(response.fields)
    guard let address = URL(string: response.address) else { throw AuthError(.invalidRequest, "No redirect URI.") }
    if response.isForm { return try await flow.resume(form: Array(form.utf8), postedTo: address) }
    guard let url = URL(string: response.address + "?" + form) else { throw AuthError(.invalidRequest, "No callback.") }
    try await flow.resume(callback: url)
  }
}
