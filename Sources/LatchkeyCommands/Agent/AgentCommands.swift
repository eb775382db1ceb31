import AuthCore
import AuthTerminal
import AuthUI

extension Command {
  static let idleOption = Option(
    "idle", "SECONDS", "how long the agent runs without a request (default: 900)", isShared: true)

  static let agentStart = Command(
    "agent start", summary: "Start the agent that shares one sign-in with other programs, unless it runs",
    discussion: """
      The agent serves the programs of this user through a socket: each gets tokens, the headers of authorised requests
      and signatures, and never a refresh token or a key. All of them share each renewal. The agent ends when no request
      has arrived for some time, and the next program starts it again.

      Returns when the socket accepts connections, and prints its path. With --json, prints the path and the name of the
      configuration, which a client repeats in its requests.
      """,
    options: [idleOption, Option("quiet", nil, "print nothing")]
  ) { (invocation) throws(AuthError) in
    let starter = try AgentStarter(invocation)
    _ = try AgentCommand.limits(invocation)
    try await starter.connection().close()
    if invocation.arguments.has("quiet"), !invocation.isJSON { return 0 }
    let place = starter.place
    invocation.report(
      AgentCommand.address(place),
      invocation.text(Phrase("command.agent.started", ["path": .text(place.socketPath)])))
    return 0
  }

  static let agentStatus = Command(
    "agent status", summary: "Show whether the agent runs",
    discussion: "Exits with status 75 if no agent runs for this configuration."
  ) { (invocation) throws(AuthError) in
    let starter = try AgentStarter(invocation)
    guard let (socket, _) = try await starter.running() else {
      invocation.report(["running": false], invocation.text(Phrase("command.agent.none")))
      return 75  // EX_TEMPFAIL: a request would start it
    }
    defer { socket.close() }
    guard var status = try await starter.ask("status", socket) else {
      throw AuthError(.timeout, "The agent ended in the meantime. Try again.")
    }
    status["running"] = true
    func text(_ name: String) -> TerminalText { invocation.text(Phrase("command.agent.label." + name)) }
    let idle = Int(status["idleSeconds"]?.integerValue ?? 0)
    let rows: [(TerminalText, TerminalText)] = [
      (text("socket"), "\(starter.place.socketPath)"), (text("process"), "\(status["process"]?.integerValue ?? 0)"),
      (text("file"), "\(status["file"]?.stringValue ?? "")"),
      (text("storage"), "\(status["storage"]?.stringValue ?? "")"),
      (text("started"), "\(status["startedAt"]?.stringValue ?? "")"),
      (text("requests"), "\(status["requests"]?.integerValue ?? 0)"),
      (text("end"), invocation.text(Phrase("command.agent.idle", ["count": .number(idle)]))),
    ]
    invocation.report(status, LabelledLines.text(rows, .output))
    return 0
  }

  static let agentStop = Command(
    "agent stop", summary: "End the agent",
    discussion: "Returns when it has ended. Requests that it serves have ten seconds to finish."
  ) { (invocation) throws(AuthError) in
    let isStopped = try await AgentStarter(invocation).stop()
    invocation.report(
      ["ok": true, "stopped": .bool(isStopped)],
      isStopped
        ? Style.output.green("✓ ") + invocation.text(Phrase("command.agent.ended"))
        : invocation.text(Phrase("command.agent.none")))
    return 0
  }

  static let agentRequest = Command(
    "agent request", operands: "[REQUEST]", operandCount: 0...1,
    summary: "Send a request to the agent, which is started if it does not run",
    discussion: """
      REQUEST is a JSON object; without it, each line of standard input is one. 'version' is added. Prints the answer of
      each request as one line. The exit status is that of the last error. With --print, prints one member of the result
      as text, and header fields as one line each:

        latchkey agent request --print token '{"request": "token", "minValidity": 60}'
      """,
    options: [Option("print", "NAME", "print only this member of the result"), idleOption]
  ) { (invocation) throws(AuthError) in try await AgentRequestCommand(invocation).run() }

  static let agentRun = Command(
    "agent run", summary: "Run the agent in the foreground, for a service manager",
    discussion: """
      Ends on SIGTERM, SIGINT and SIGHUP, on 'agent stop', when it was idle for long enough, and when its socket was removed.
      With --json, the first line on standard output describes the socket. It is printed when the socket accepts
      connections.
      """,
    options: [
      idleOption,
      Option("ready", "DESCRIPTOR", "write a line to this open descriptor when the socket accepts connections"),
    ]
  ) { (invocation) throws(AuthError) in
    let readiness = try AgentReadiness(invocation)
    do throws(AuthError) {
      return try await AgentCommand.run(invocation, readiness)
    } catch {
      readiness.report(["error": .object(Failure.json(error))])
      throw error
    }
  }
}
