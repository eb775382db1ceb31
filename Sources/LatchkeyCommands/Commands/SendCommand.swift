import AuthCore
import AuthTerminal
import AuthUI

extension Command {
  static let send = Command(
    "send", operands: "METHOD URL", operandCount: 2...2, summary: "Send an authorised request",
    discussion: """
      The provider stamps or signs the request, or adds its token. The request is sent only to the provider's `origins`.
      The response body is written to standard output. The exit status is 0 for a 2xx response, 77 for 401 and 403,
      75 for 429 and 5xx, and 70 for any other status.

      With --once, no user may be signed in: the command signs IDENTIFIER in for this request, and out again before it
      prints the response.
      """,
    options: RequestArguments.options + [
      Option("once", "IDENTIFIER", "sign this user in for this request alone"),
      accountOption,
    ] + FlowOptions.answering,
    nextOperand: RequestArguments.nextOperand
  ) { (invocation) throws(AuthError) in
    let request = try RequestArguments.request(invocation)
    guard invocation.arguments.value("account") == nil || invocation.arguments.value("once") == nil else {
      throw AuthError(.invalidRequest, "Use --account or --once, not both.")
    }
    return try await invocation.withClient { (client) throws(AuthError) in
      let response =
        if let identifier = invocation.arguments.value("once") {
          try await sendOnce(request, as: identifier, client, invocation)
        } else {
          try await send(request, client, invocation, account: try await invocation.account(client))
        }
      show(response, invocation)
      return status(of: response)
    }
  }

  /// Signs a user in, sends the request, and signs the user out again, even if the request fails.
  ///
  /// - Throws: `invalid_state` when a user is signed in already; the errors of the sign-in, of the request and of the
  ///   sign-out. An error of the sign-out replaces that of the request.
  private static func sendOnce(
    _ request: TransportRequest, as identifier: String, _ client: AuthClient, _ invocation: Invocation
  ) async throws(AuthError) -> TransportResponse {
    guard try await client.storedSession() == nil else {
      throw AuthError(.invalidState, "A user is signed in. Sign out first, or omit --once.")
    }
    _ = try await FlowCommand(invocation).signIn(identifier, with: client)
    let answer: Result<TransportResponse, AuthError>
    do throws(AuthError) { answer = .success(try await send(request, client, invocation)) } catch {
      answer = .failure(error)
    }
    for (id, error) in try await client.signOut().unrevoked {
      invocation.warn(
        Phrase("command.signOut.unrevoked", ["id": .text(id.rawValue), "message": .text(error.message)]))
    }
    return try answer.get()
  }

  private static func send(
    _ request: TransportRequest, _ client: AuthClient, _ invocation: Invocation, account: SessionID? = nil
  ) async throws(AuthError) -> TransportResponse {
    let spinner = Spinner(invocation.text(Phrase("command.send.sending")))
    do throws(AuthError) {
      let response =
        if let account { try await client.account(account).send(request) } else { try await client.send(request) }
      await spinner.stop()
      return response
    } catch {
      await spinner.stop()
      throw error
    }
  }

  private static func show(_ response: TransportResponse, _ invocation: Invocation) {
    guard invocation.isJSON else {
      Output.body(response.body)
      if !response.isSuccess { Output.note(Style.error.red("✗ ") + "HTTP \(response.status)") }
      return
    }
    let body: JSONValue
    do throws(JSONError) { body = try JSONValue(parsing: response.body) } catch { body = .string(response.text) }
    Output.json(.object(["status": .integer(Int64(response.status)), "body": body]))
  }

  private static func status(of response: TransportResponse) -> Int32 {
    switch response.status {
    case 200..<300: 0
    case 401, 403: 77
    case 429, 500...: 75
    default: 70
    }
  }
}
