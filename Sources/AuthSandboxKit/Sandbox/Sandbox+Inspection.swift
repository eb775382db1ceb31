public import AuthCore

/// Actions of a user and of an operator, for tests in the sandbox's own process.
extension Sandbox {
  /// Returns the code of the last message, to `address` or to any address.
  ///
  /// - Throws: `internal` when there is no message or the last one has no code, which is a mistake in the test.
  public func lastCode(to address: String? = nil) throws(AuthError) -> String {
    guard let code = try messages(to: address).last?["code"]?.stringValue else {
      throw AuthError(
        .internalError,
        "The outbox has no message\(address.map { " to \($0)" } ?? ""), or the last one, such as a push notification, "
          + "has no code. Start the flow that sends a code before you read the code.")
    }
    return code
  }

  /// Returns the link in the last message, to `address` or to any address.
  ///
  /// - Throws: `internal` when there is no message or the last one has no link, which is a mistake in the test.
  public func lastLink(to address: String? = nil) throws(AuthError) -> String {
    guard let link = try messages(to: address).last?["link"]?.stringValue else {
      throw AuthError(
        .internalError,
        "The outbox has no message\(address.map { " to \($0)" } ?? ""), or the last one has no link. Start the flow "
          + "that sends a link before you read the link.")
    }
    return link
  }

  /// Returns a wrong code: the code of the last message, to `address` or to any address, with another first character.
  ///
  /// - Throws: `internal` when there is no message or the last one has no code.
  public func wrongCode(to address: String? = nil) throws(AuthError) -> String {
    let code = try lastCode(to: address)
    return (code.hasPrefix("1") ? "2" : "1") + code.dropFirst()
  }

  /// Returns the number of messages, to `address` or to all addresses.
  ///
  /// - Throws: `internal` when the outbox cannot be parsed.
  package func messageCount(to address: String? = nil) throws(AuthError) -> Int { try messages(to: address).count }

  /// Ends all sessions that the user of `session` has at a vendor, as an operator would.
  ///
  /// - Throws: `internal` when the sandbox has no vendor with this name.
  public func endSessions(of session: Session, at vendor: String) throws(AuthError) {
    _ = try json("POST", "/sandbox/revoke", ["provider": .string(vendor), "subject": .string(session.subject)])
  }

  /// Whether the app's backend accepts a token.
  public func backendAccepts(_ token: Secret?) -> Bool {
    let bearer = "Bearer " + (token?.revealText() ?? "")
    return handle(SandboxRequest("GET", "/backend/me", headers: ["Authorization": bearer])).status == 200
  }

  /// Returns the number of logged requests whose path ends with `path`.
  ///
  /// - Throws: `internal` when the log cannot be parsed.
  public func requestCount(_ path: String) throws(AuthError) -> Int {
    let requests = try json("GET", "/sandbox/requests")["requests"]?.arrayValue ?? []
    return requests.filter { $0["path"]?.stringValue?.hasSuffix(path) == true }.count
  }

  private func messages(to address: String?) throws(AuthError) -> [JSONValue] {
    let query = address.map { "?to=" + PercentEncoding.encode($0) } ?? ""
    return try json("GET", "/sandbox/outbox" + query)["messages"]?.arrayValue ?? []
  }

  /// Returns the JSON of the response to a request that must succeed.
  ///
  /// - Throws: `internal` when the status is not 200, or the body is not JSON.
  package func json(_ method: String, _ target: String, _ body: JSONValue? = nil) throws(AuthError) -> JSONValue {
    let answer = handle(body.map { SandboxRequest(method, target, json: $0) } ?? SandboxRequest(method, target))
    guard answer.status == 200 else {
      throw AuthError(
        .internalError,
        "The sandbox returned HTTP \(answer.status) for \(method) \(target). Check the path, the body and, for a "
          + "vendor's name, the sandbox's vendors.")
    }
    do throws(JSONError) {
      return try JSONValue(parsing: answer.body)
    } catch {
      throw AuthError(
        .internalError,
        "The sandbox's response to \(method) \(target) is not JSON: \(error). Report this to Latchkey's maintainers.")
    }
  }
}
