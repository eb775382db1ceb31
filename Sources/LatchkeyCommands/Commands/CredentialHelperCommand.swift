import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let credentialHelper = Command(
    "credential-helper", operands: "git OPERATION | curl URL", operandCount: 2...2,
    summary: "Hand the session's credential to git or curl",
    discussion: """
      git calls it with the operation get, store or erase, and describes the remote on standard input. It answers get
      with the session's token, and ignores the others. Nothing is stored in git's own stores:

        git config --global credential.https://git.example.com.helper \\
          '!latchkey credential-helper git --config /path/to/auth.json'

      For curl, it prints the headers that authorise a GET of the URL as lines of a configuration file:

        latchkey credential-helper curl URL | curl --config - URL

      A credential is given only for the provider's `origins`, and renewed first if a renewal is due. For another remote,
      git gets no answer and asks its next helper.
      """,
    options: [accountOption],
    nextOperand: { $0.isEmpty ? .words(["git", "curl"]) : nil }
  ) { (invocation) throws(AuthError) in
    switch (invocation.arguments.operand(0), invocation.arguments.operand(1)) {
    case ("git", "get"?): return try await git(invocation)
    case ("git", "store"?), ("git", "erase"?): return 0
    case ("curl", let url?): return try await curl(url, invocation)
    default:
      throw AuthError(
        .invalidRequest, "Use 'credential-helper git get', 'git store', 'git erase' or 'credential-helper curl URL'.")
    }
  }

  private static func git(_ invocation: Invocation) async throws(AuthError) -> Int32 {
    let question = GitCredential(String(decoding: await LineInput.all(), as: UTF8.self))
    guard let url = question.url else { return 0 }
    return try await invocation.withClient { (client) throws(AuthError) in
      let fields: HTTPHeaders
      do throws(AuthError) {
        fields = try await headers(for: url, invocation, client)
      } catch  where error.code == .originNotAllowed {
        return 0
      }
      guard let answer = question.answer(fields["Authorization"]) else {
        throw AuthError(
          .unsupported,
          "The session's credential is not a single Authorization field, which is all that git sends. Use a provider "
            + "whose sessions have a bearer token.")
      }
      for line in answer { Output.value(line) }
      return 0
    }
  }

  private static func curl(_ text: String, _ invocation: Invocation) async throws(AuthError) -> Int32 {
    guard let url = URL(string: text), Origin(url) != nil else {
      throw AuthError(.invalidRequest, "URL must be an absolute http or https URL, such as https://api.example.com/me.")
    }
    return try await invocation.withClient { (client) throws(AuthError) in
      for header in try await headers(for: url, invocation, client).list {
        Output.value("header = \(CurlConfiguration.quoted("\(header.name): \(header.value)"))")
      }
      return 0
    }
  }

  private static func headers(
    for url: URL, _ invocation: Invocation, _ client: AuthClient
  ) async throws(AuthError) -> HTTPHeaders {
    let account = try await invocation.account(client)
    let authorized = try await client.authorize(TransportRequest("GET", url), account: account)
    guard authorized.headers.areValid else { throw AuthError.invalidHeaders }
    return authorized.headers
  }
}
