import AuthCore
import AuthOIDC
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client with an issuer in the same process, on a manual clock.
struct Bench {
  let clock = ManualClock()
  let observer = RecordingObserver()
  let keys = MemoryKeyStore()
  let records = MemoryRecordStore()
  let sessions = MemorySessionStore()
  let issuer: TestIssuer
  let auth: AuthClient

  static let redirect = "http://127.0.0.1:4000/callback"

  /// - Parameters:
  ///   - settings: changes of the block `oidc`; null removes a key.
  ///   - others: further blocks of the type `oidc`, for the same issuer.
  init(
    _ settings: JSONObject = [:], name: String = TestIssuer.name, others: [String: JSONObject] = [:],
    environment: [String: String] = ["S": "canary"]
  ) throws {
    issuer = TestIssuer(name, clock: clock)
    var block: JSONObject = [
      "issuer": .string(TestIssuer.name), "clientId": "app", "scopes": ["openid", "email"],
      "redirectURL": .string(Self.redirect),
    ]
    for member in settings.members { block[member.name] = member.value }
    var blocks: JSONObject = ["oidc": .object(block)]
    for (id, other) in others {
      var block: JSONObject = ["type": "oidc", "issuer": .string(TestIssuer.name), "clientId": "app"]
      for member in other.members { block[member.name] = member.value }
      blocks[id] = .object(block)
    }
    auth = try AuthClient(
      configuration: try AuthConfiguration(
        ["provider": "oidc", "providers": .object(blocks)],
        sources: ConfigurationSources(environment: environment, directory: "/")),
      plugins: [.oidc],
      services: ClientServices(
        provider: ProviderServices(
          transport: issuer, keys: KeyRing(keys), records: records, clock: clock, random: SeededRandomSource(),
          observer: observer),
        sessionStore: sessions))
  }

  /// Returns the parameters of the page that a flow shows.
  func page(_ flow: AuthFlow) async throws -> [String: String] {
    for await update in flow {
      switch update {
      case .prompt(.redirect(let page), _):
        let query = page.url.absoluteString.split(separator: "?", maxSplits: 1).last ?? ""
        let fields = try #require(PercentEncoding.decodeForm(query))
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
      case .failed(let error): throw error
      default: continue
      }
    }
    throw AuthError.cancelled
  }

  func callback(_ query: String) throws -> URL { try #require(URL(string: Self.redirect + "?" + query)) }

  /// Signs in; `change` can edit the ID token's claims.
  @discardableResult
  func signIn(type: String = "Bearer", _ change: @Sendable (inout JSONObject) -> Void = { _ in }) async throws
    -> Session
  {
    let flow = auth.signIn()
    let page = try await page(flow)
    var claims = issuer.claims(nonce: page["nonce"])
    change(&claims)
    issuer.answer("/token", try issuer.tokens(claims, type: type))
    try await flow.resume(callback: callback("code=code-1&state=\(page["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    return session
  }
}
