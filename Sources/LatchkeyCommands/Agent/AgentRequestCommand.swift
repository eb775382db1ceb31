import AuthCore

/// `agent request`: sends requests to the agent, and prints the answers.
struct AgentRequestCommand {
  private let invocation: Invocation
  private let starter: AgentStarter

  init(_ invocation: Invocation) throws(AuthError) {
    self.invocation = invocation
    _ = try AgentCommand.limits(invocation)
    starter = try AgentStarter(invocation)
  }

  /// - Returns: the exit status of the last error; 0 without one.
  func run() async throws(AuthError) -> Int32 {
    var lines: [[UInt8]]
    if let operand = invocation.arguments.operand(0) {
      lines = [Array(operand.utf8)]
    } else {
      lines = await LineInput.all().split(separator: 0x0A).map(Array.init)
    }
    var status: Int32 = 0
    for line in lines {
      let answer = try await answer(to: try complete(line))
      do throws(AuthError) {
        let result = try AgentAnswer.read(answer)
        guard let name = invocation.arguments.value("print") else {
          show(answer)
          continue
        }
        for line in try Self.lines(of: name, in: result) { Output.value(line) }
      } catch {
        guard invocation.arguments.value("print") == nil else { throw error }
        show(answer)
        status = error.code.exitStatus
      }
    }
    return status
  }

  private func show(_ answer: [UInt8]) { Output.value(String(decoding: answer, as: UTF8.self)) }

  /// The request with the version and the configuration, unless it has them.
  private func complete(_ line: [UInt8]) throws(AuthError) -> [UInt8] {
    guard var object = try? JSONValue(parsing: line).objectValue else {
      throw AuthError(.invalidRequest, "A request must be a JSON object, such as {\"request\": \"token\"}.")
    }
    if object["version"] == nil { object["version"] = .integer(AgentRequest.version) }
    if object["configuration"] == nil { object["configuration"] = .string(starter.place.configuration) }
    return Array(JSONValue.object(object).serializedText.utf8)
  }

  /// The answer of an agent. An agent that ends at this moment closes the connection; the next one answers.
  private func answer(to line: [UInt8]) async throws(AuthError) -> [UInt8] {
    for _ in 0..<3 {
      let socket = try await starter.connection()
      defer { socket.close() }
      if let answer = try await AgentExchange.send(line, over: socket) { return answer }
    }
    throw AuthError(
      .internalError,
      "The agent closed the connection three times without an answer. Run 'latchkey agent run' to see why.")
  }

  /// A member of a result, as lines of text.
  static func lines(of name: String, in result: JSONObject) throws(AuthError) -> [String] {
    switch result[name] {
    case nil:
      throw AuthError(
        .invalidRequest, "The result has no member '\(name)'. It has \(result.names.joined(separator: ", ")).")
    case .string(let text)?: return [text]
    case .null?: return []
    case .array(let items)?:
      return items.map { item in
        guard let name = item["name"]?.stringValue, let value = item["value"]?.stringValue else {
          return item.serializedText
        }
        return "\(name): \(value)"
      }
    case let value?: return [value.serializedText]
    }
  }
}
