import AuthCore
import AuthTerminal

extension Command {
  static let credentials = Command("credentials", summary: "List the signed-in user's credentials") {
    (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let session = try await client.session()
      // The session can belong to a fallback provider. Its credential is sent only to the session's own provider.
      guard let listing = try client.provider(session.providerID) as? any CredentialListing else {
        throw AuthError(
          .unsupported,
          "The provider '\(session.providerID)' does not list credentials. Select another with --provider.")
      }
      let credentials = try await listing.credentials(of: session)
      for credential in credentials {
        var json: JSONObject = ["id": .string(credential.id), "method": .string(credential.method.rawValue)]
        json["label"] = credential.label.map(JSONValue.string)
        invocation.report(
          json, "\(credential.method)  \(credential.label ?? "")  \(Style.output.dim("\(credential.id)"))")
      }
      return 0
    }
  }
}
