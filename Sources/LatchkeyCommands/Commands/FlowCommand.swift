import AuthCore
import AuthRuntime
import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs one flow for a command.
struct FlowCommand: Sendable {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Runs a flow to its end, or to its first prompt with `--suspend`, and reports the result.
  func run(purpose: FlowRequest.Purpose) async throws(AuthError) -> Int32 {
    let arguments = invocation.arguments
    let isSignIn = purpose == .signIn || purpose == .signUp || purpose == .manage
    let identifier = isSignIn ? arguments.operand(0) : arguments.value("identifier")
    let redirects = try redirectDesk()
    let request = try await request(identifier, purpose, redirects)
    return try await invocation.withClient { (client) throws(AuthError) in
      let console = try await console(client, identifier, request.purpose, redirects)
      let ticket = arguments.value("resume").map { FlowTicket(rawValue: $0) }
      let flow = ticket.map { client.resume($0) } ?? client.start(request)
      if arguments.has("suspend") { return try await suspend(flow) }
      let result = try await console.run(flow)
      FlowResultReport(result, provider: flow.providerID, handsOver: !request.exchange).show(invocation)
      return 0
    }
  }

  /// Signs a user in without a report, for a command that continues with the session.
  func signIn(_ identifier: String, with client: AuthClient) async throws(AuthError) -> FlowResult {
    let redirects = try redirectDesk()
    let request = try await request(identifier, .signIn, redirects)
    return try await console(client, identifier, .signIn, redirects).run(client.start(request))
  }

  private func redirectDesk() throws(AuthError) -> RedirectDesk {
    try RedirectDesk(
      port: try invocation.arguments.integer("listen", in: 0...65_535),
      browser: invocation.arguments.has("open") ? invocation.environment : nil)
  }

  private func request(
    _ identifier: String?, _ purpose: FlowRequest.Purpose, _ redirects: RedirectDesk
  ) async throws(AuthError) -> FlowRequest {
    let arguments = invocation.arguments
    var request = FlowRequest(identifier: identifier, purpose: purpose)
    request.method = arguments.value("method").map { MethodID($0) }
    request.exchange = !arguments.has("no-exchange")
    if let token = arguments.value("token") {
      request.token = try await SecretArgument.resolve(token, option: "token", environment: invocation.environment)
    }
    request.redirectURL = redirects.url
    return request
  }

  private func console(
    _ client: AuthClient, _ identifier: String?, _ purpose: FlowRequest.Purpose, _ redirects: RedirectDesk
  ) async throws(AuthError) -> FlowConsole {
    guard let text = invocation.arguments.value("outbox") else {
      return FlowConsole(
        source: Output.inputIsTerminal ? .terminal : .lines, identifier: identifier, catalog: invocation.catalog,
        purpose: purpose, redirects: redirects)
    }
    guard let url = URL(string: text), Origin(url)?.isAcceptable == true else {
      throw AuthError(
        .invalidRequest,
        "--outbox takes an https URL, or an http URL on loopback, such as http://127.0.0.1:8787/sandbox/outbox.")
    }
    let services = try ClientServices.standard(for: client.configuration, storage: LinkedStorage.plugins)
    let outbox = OutboxReader(url: url, transport: services.provider.transport, clock: SystemClock())
    let isResumed = invocation.arguments.value("resume") != nil
    let seen: Set<String> = isResumed ? [] : try await outbox.seen(to: identifier)
    return FlowConsole(
      source: .outbox(outbox), identifier: identifier, catalog: invocation.catalog, purpose: purpose, seen: seen,
      redirects: redirects)
  }

  private func suspend(_ flow: AuthFlow) async throws(AuthError) -> Int32 {
    for await update in flow {
      switch update {
      case .prompt:
        let ticket = try await flow.suspend()
        invocation.report(["ticket": .string(ticket.rawValue)], value: ticket.rawValue)
        return 0
      case .completed: throw AuthError(.invalidState, "The flow ended before it showed a prompt. Omit --suspend.")
      case .failed(let error): throw error
      case .idle, .working: continue
      }
    }
    throw .cancelled
  }
}
