import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns nil if a condition holds, otherwise the fault.
func unless(_ condition: Bool, _ fault: @autoclosure () -> String) -> String? { condition ? nil : fault() }

extension Trace {
  /// The fault of a run that did not sign in as often as it should have, or left no session.
  func unlessSignedIn(_ count: Int = 1) -> String? {
    if let error { return "The run was refused: \(error)" }
    return unless(sessions.count == count && stored != nil, "\(sessions.count) sessions were made.")
  }

  /// The fault of a sign-in that was not refused with one of these codes, or left something behind.
  func unlessRefused(_ codes: AuthError.Code...) -> String? {
    guard let error else { return "The sign-in was accepted." }
    return unless(codes.contains(error.code), "The error was '\(error.code.rawValue)'.")
      ?? unless(sessions.isEmpty && stored == nil, "A session was made.")
      ?? unless(keyCount == 0, "A key was left.")
  }

  /// The fault of a client that used a token of a response that it had to disregard.
  var unlessTokensUnused: String? {
    unless(requests(to: "userinfo").isEmpty && requests(to: "api").isEmpty, "The access token was used.")
  }

  /// The requests that carry a proof or a token.
  var credentialed: [TransportRequest] {
    sent.map(\.request).filter { $0.headers["DPoP"] != nil || $0.headers["Authorization"] != nil }
  }

  /// Changes the requests to an endpoint.
  mutating func change(_ endpoint: String, _ change: (inout TransportRequest) throws -> Void) rethrows {
    for index in sent.indices where sent[index].endpoint == endpoint { try change(&sent[index].request) }
  }

  /// Replaces the proofs of the requests to an endpoint by others, which another key signs.
  mutating func changeProofs(
    _ endpoint: String, _ change: (_ header: inout JSONObject, _ claims: inout JSONObject) -> Void
  ) throws {
    let key = P256.Signing.PrivateKey()
    try self.change(endpoint) { request in
      guard let text = request.headers["DPoP"] else { return }
      let jws = try JWS(compact: text)
      var header = jws.header
      var claims = try JSONValue(parsing: jws.payload).objectValue ?? [:]
      header["alg"] = nil
      header["jwk"] = JWK(.p256(key.publicKey), use: nil).json
      change(&header, &claims)
      request.headers["DPoP"] = try JWS.sign(
        JSONValue.object(claims).serialized, header: header, with: .p256(key))
    }
  }

  /// Changes the parameters of the pages.
  mutating func changePages(_ change: (inout [(name: String, value: String)]) -> Void) {
    pages = pages.map { page in
      let parts = page.absoluteString.split(separator: "?", maxSplits: 1).map(String.init)
      var fields = parts.count > 1 ? PercentEncoding.decodeForm(parts[1]) ?? [] : []
      change(&fields)
      return URL(string: parts[0] + "?" + PercentEncoding.encodeForm(fields)) ?? page
    }
  }

  /// Changes the forms of the requests to an endpoint.
  mutating func changeForms(_ endpoint: String, _ change: (inout [(name: String, value: String)]) -> Void) {
    self.change(endpoint) { request in
      var fields = PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)) ?? []
      change(&fields)
      request.body = Array(PercentEncoding.encodeForm(fields).utf8)
    }
  }
}
