import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let exec = Command(
    "exec", operands: "-- PROGRAM [ARGUMENT]...", operandCount: 1...10_000,
    summary: "Run a program with the session's token in its environment",
    discussion: """
      The program gets the token in the variable LATCHKEY_TOKEN, or in the variable that --variable names. It replaces
      this command, so signals and the exit status are its own. The session is renewed first if a renewal is due, or if
      the token is valid for less than --min-validity:

        latchkey exec --variable API_TOKEN -- ./deploy.sh --region eu

      The environment of a program can be read by the user's other programs. With --descriptor, the token is in an open
      file instead, whose path is in LATCHKEY_TOKEN_FILE. While the program runs, this command renews the session and
      writes each new token into that file: read it again before each use. The file is in memory, and only the program and
      those that it starts can open it.
      """,
    options: [
      Option("variable", "NAME", "the name of the variable (default: LATCHKEY_TOKEN)"),
      Option("descriptor", nil, "hand the token over in an open file, and keep it valid"),
      AccessToken.validityOption, accountOption,
    ],
    nextOperand: { _ in .found(.files) }
  ) { (invocation) throws(AuthError) in
    let name = invocation.arguments.value("variable") ?? "LATCHKEY_TOKEN"
    guard isVariable(name) else {
      throw AuthError(
        .invalidRequest, "--variable must be a name of letters, digits and '_', and not begin with a digit.")
    }
    let program = invocation.arguments.operands
    return try await invocation.withClient { (client) throws(AuthError) in
      let token = try await AccessToken.fetch(invocation, client)
      guard invocation.arguments.has("descriptor") else {
        await client.settle()
        throw Executable.replaceThisProcess(with: program, adding: [name: token.token.revealText()])
      }
      let file = try TokenFile()
      try file.write(token.token)
      var environment = invocation.environment
      environment["LATCHKEY_TOKEN_FILE"] = file.path
      let renewing = Task { await renew(file, token, invocation, client) }
      defer { renewing.cancel() }
      return try await ChildProcess.run(program, environment: environment, keeping: file.descriptor)
    }
  }

  /// Writes a new token into the file before the last one expires, until the task is cancelled.
  private static func renew(
    _ file: TokenFile, _ first: AccessToken, _ invocation: Invocation, _ client: AuthClient
  ) async {
    var last = first
    while !Task.isCancelled {
      do {
        let validity = try AccessToken.minimumValidity(invocation) ?? 60
        // A token whose expiry is not known is checked every minute.
        let rest = last.expiresAt.map { $0.timeIntervalSinceNow - Double(validity) } ?? 60
        try await SystemClock().sleep(for: .seconds(max(1, rest)))
        last = try await AccessToken.fetch(invocation, client, validFor: validity)
        try file.write(last.token)
      } catch let error as AuthError {
        // The next attempt follows after a pause; the program gets the server's refusal in the meantime.
        invocation.warn(Phrase("command.exec.notRenewed", ["message": .text(error.message)]))
        last = AccessToken(token: last.token, expiresAt: nil)
      } catch {
        return  // cancelled
      }
    }
  }

  private static func isVariable(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F }
    return bytes.first.map(isLetter) == true && bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
