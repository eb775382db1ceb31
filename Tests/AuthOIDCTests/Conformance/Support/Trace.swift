import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one run showed: the requests that left the client, the results of its steps, and what it stored.
struct Trace: Sendable {
  /// A request and the name of the endpoint that received it.
  struct Sent: Sendable {
    let endpoint: String
    var request: TransportRequest
  }

  /// The addresses of the pages that were opened.
  var pages: [URL] = []
  /// The responses of the pages.
  var responses: [ProviderScript.Response] = []
  /// The requests, in their order.
  var sent: [Sent] = []
  /// The sessions that the steps returned, in their order.
  var sessions: [Session] = []
  /// The errors of forged callbacks, each of which left its flow open.
  var strayErrors: [AuthError] = []
  /// The error that ended the run; nil if every step succeeded.
  var error: AuthError?
  /// The stored session after the run.
  var stored: Session?
  /// The keys in the key store after the run.
  var keyCount = 0
  /// The statuses of the API's responses.
  var statuses: [Int] = []
  /// What the provider had to complain about.
  var complaints: [String] = []
  /// The sign-out page, if the sign-out returned one.
  var signOutPage: URL?

  func requests(to endpoint: String) -> [TransportRequest] {
    sent.filter { $0.endpoint == endpoint }.map(\.request)
  }

  /// The fields of the authorisation requests: those of the page, and those that were pushed.
  var authorizations: [[String: String]] {
    pages.map(Self.query) + requests(to: "par").map(\.form)
  }

  /// The fields of the pages.
  var pageFields: [[String: String]] { pages.map(Self.query) }

  static func query(_ url: URL) -> [String: String] {
    let parts = url.absoluteString.split(separator: "?", maxSplits: 1)
    let fields = parts.count > 1 ? PercentEncoding.decodeForm(parts[1]) ?? [] : []
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The proofs of the requests to an endpoint (RFC 9449 §4.2), each verified with its own key; a proof that does not
  /// verify is left out.
  func proofs(to endpoint: String) -> [(header: JSONObject, claims: JSONObject)] {
    requests(to: endpoint).compactMap { request in
      guard let text = request.headers["DPoP"], let jws = try? JWS(compact: text),
        let key = try? JWK(json: jws.header["jwk"] ?? .null), (try? jws.verify(with: key.key)) != nil,
        let claims = (try? JSONValue(parsing: jws.payload))?.objectValue
      else { return nil }
      return (jws.header, claims)
    }
  }

  /// The outcome in a few words, for the tables.
  var outcome: String {
    if let error { return "refused: \(error.code.rawValue)" }
    return sessions.isEmpty ? "no session" : "signed in"
  }
}
