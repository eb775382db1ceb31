import AuthCore
import AuthRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let signIn = Command(
    "sign-in", operands: "[IDENTIFIER]", operandCount: 0...1, summary: "Sign a user in",
    discussion: """
      Runs a flow of the configured provider and stores the session. Prompts are answered at the terminal; without one,
      line by line from standard input.
      """,
    options: FlowOptions.options + [
      Option("purpose", "signin|signup|manage", "what for (default: signin, which signs unknown users up)"),
      Option("resume", "TICKET", "go on with a suspended flow"),
      Option("suspend", nil, "stop at the first prompt and print a ticket to resume with"),
    ]
  ) { (invocation) throws(AuthError) in
    let purpose = try purpose(invocation.arguments.value("purpose"))
    return try await FlowCommand(invocation).run(purpose: purpose)
  }

  private static func purpose(_ name: String?) throws(AuthError) -> FlowRequest.Purpose {
    switch name {
    case nil, "signin", "sign-in": .signIn
    case "signup", "sign-up": .signUp
    case "manage": .manage
    default: throw AuthError(.invalidRequest, "--purpose must be signin, signup or manage.")
    }
  }

  static let enroll = Command(
    "enroll", operands: "METHOD", operandCount: 1...1, summary: "Add a method to the signed-in user",
    options: FlowOptions.options + [Option("identifier", "TEXT", "the address or number to enrol")]
  ) { (invocation) throws(AuthError) in
    let method = MethodID(invocation.arguments.operand(0) ?? "")
    return try await FlowCommand(invocation).run(purpose: .enroll(method))
  }

  static let stepUp = Command(
    "step-up", operands: "ACTION", operandCount: 1...1, summary: "Prove presence again, for one action",
    options: FlowOptions.options + [Option("identifier", "TEXT", "the address or number to use")]
  ) { (invocation) throws(AuthError) in
    try await FlowCommand(invocation).run(purpose: .stepUp(action: invocation.arguments.operand(0) ?? ""))
  }
}

/// What every command that runs a flow takes.
enum FlowOptions {
  static let options: [Command.Option] =
    answering + [
      Command.Option("no-exchange", nil, "print the code or the proof instead of exchanging it at the app's backend")
    ]

  /// Where a flow's answers come from.
  static let answering: [Command.Option] = [
    Command.Option("method", "ID", "which method: email_otp, sms_otp, custom_jwt, …"),
    Command.Option("token", "TOKEN", "the token that the flow starts from: -, @FILE or env:NAME"),
    Command.Option("outbox", "URL", "take codes from a sandbox's outbox"),
    Command.Option("listen", "PORT", "let pages come back to http://127.0.0.1:PORT/callback; 0 takes a free port"),
    Command.Option("open", nil, "open pages in the system's browser (or BROWSER)"),
  ]
}

/// Runs one flow for a command.
struct FlowCommand: Sendable {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run(purpose: FlowRequest.Purpose) async throws(AuthError) -> Int32 {
    let arguments = invocation.arguments
    let isSignIn = purpose == .signIn || purpose == .signUp || purpose == .manage
    let identifier = isSignIn ? arguments.operand(0) : arguments.value("identifier")
    let redirects = try redirectDesk()
    let request = try await request(identifier, purpose, redirects)
    return try await invocation.withClient { (client) throws(AuthError) in
      let console = try await console(client, identifier, redirects)
      let ticket = arguments.value("resume").map { FlowTicket(rawValue: $0) }
      let flow = ticket.map { client.resume($0) } ?? client.start(request)
      if arguments.has("suspend") { return try await suspend(flow) }
      let result = try await console.run(flow)
      FlowResultReport(result, provider: flow.providerID, handsOver: !request.exchange).show(invocation)
      return 0
    }
  }

  /// Signs a user in, for a command that goes on from there.
  func signIn(_ identifier: String, with client: AuthClient) async throws(AuthError) -> FlowResult {
    let redirects = try redirectDesk()
    let request = try await request(identifier, .signIn, redirects)
    return try await console(client, identifier, redirects).run(client.start(request))
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
    _ client: AuthClient, _ identifier: String?, _ redirects: RedirectDesk
  ) async throws(AuthError) -> FlowConsole {
    guard let text = invocation.arguments.value("outbox") else {
      return FlowConsole(
        source: Output.inputIsTerminal ? .terminal : .lines, identifier: identifier, redirects: redirects)
    }
    guard let url = URL(string: text), Origin(url)?.isAcceptable == true else {
      throw AuthError(.invalidRequest, "--outbox must be the URL of a sandbox's outbox.")
    }
    let services = try ClientServices.standard(for: client.configuration, storage: LinkedStorage.plugins)
    let outbox = OutboxReader(url: url, transport: services.provider.transport, clock: SystemClock())
    let isResumed = invocation.arguments.value("resume") != nil
    let seen: Set<String> = isResumed ? [] : try await outbox.seen(to: identifier)
    return FlowConsole(source: .outbox(outbox), identifier: identifier, seen: seen, redirects: redirects)
  }

  private func suspend(_ flow: AuthFlow) async throws(AuthError) -> Int32 {
    for await update in flow {
      switch update {
      case .prompt:
        let ticket = try await flow.suspend()
        invocation.report(["ticket": .string(ticket.rawValue)], ticket.rawValue)
        return 0
      case .completed: throw AuthError(.invalidState, "The flow was done before it showed a prompt.")
      case .failed(let error): throw error
      case .idle, .working: continue
      }
    }
    throw .cancelled
  }
}
