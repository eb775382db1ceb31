import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let authorize = Command(
    "authorize", operands: "METHOD URL", operandCount: 2...2,
    summary: "Print the headers that authorise a request, for another HTTP client",
    discussion: """
      Does not send the request, but renews the session first if a renewal is due. As for 'send', the provider stamps or
      signs the request, or adds its token, and only for its `origins`. Prints each header on one line, in the form that
      curl reads:

        latchkey authorize GET URL | curl -H @- URL

      The headers are a credential: keep them secret. Use them at once, and only for this method, URL and body: the
      provider's stamps and proofs expire, and can cover each of these. If the body is signed, send exactly the bytes of
      --data (curl: --data-binary).
      """,
    options: RequestArguments.options + [accountOption],
    nextOperand: RequestArguments.nextOperand
  ) { (invocation) throws(AuthError) in
    let request = try RequestArguments.request(invocation)
    return try await invocation.withClient { (client) throws(AuthError) in
      let authorized = try await client.authorize(
        request, account: try await invocation.account(client))
      guard authorized.headers.areValid else { throw AuthError.invalidHeaders }
      // This command exists to hand over the credential.
      let headers = authorized.headers.list
      guard invocation.isJSON else {
        for header in headers { Output.value("\(header.name): \(header.value)") }
        return 0
      }
      Output.json([
        "method": .string(authorized.method), "url": .string(authorized.url.absoluteString),
        "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
      ])
      return 0
    }
  }
}
