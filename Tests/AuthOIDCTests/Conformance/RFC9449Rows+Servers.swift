import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What RFC 9449 demands of a resource server, which `RequestVerifier` is for a backend. The requests are those of the
/// real client, with one change. The control is the request without the change.
extension RFC9449Rows {
  static var servers: [TableRow] { checks + bindings }

  private typealias Change = @Sendable (inout ServedRequest) throws -> Void

  private static func refused(
    _ section: String, _ rule: String, shown: String, as reason: RequestRefusal.Reason, nonces: DPoPNonces? = nil,
    _ change: @escaping Change
  ) -> TableRow {
    TableRow(section, .must, rule, shown: shown) {
      let refusal = try await served(change)?.refusal(requiring: nonces)
      return (unless(refusal?.reason == reason && refusal?.status == 401, "It was not refused so."), "refused")
    } broken: {
      // The unchanged request is accepted, so the change is what is refused.
      unless(try await served { _ in }?.refusal(requiring: nil) != nil, "The request was accepted.")
    }
  }

  /// A request to an API, with a change.
  private static func served(_ change: Change) async throws -> ServedRequest? {
    let trace = try await RelyingParty.trace(base { $0.steps = [.signIn, .call(ScriptedProvider.origin)] })
    var request = try ServedRequest(trace)
    try change(&request)
    return request
  }

  private static func proof(_ fault: DPoPRefusal.Fault) -> RequestRefusal.Reason { .proof(.invalid(fault)) }

  private static var checks: [TableRow] {
    [
      refused(
        "4.3 (1)", "there is one field `DPoP`", shown: "a request with two fields is refused", as: proof(.fieldCount)
      ) {
        $0.headers.add("DPoP", $0.headers["DPoP"] ?? "")
      },
      refused(
        "4.3 (2)", "its value is one well-formed JWT", shown: "two JWTs, separated by a comma, are refused",
        as: proof(.format)
      ) {
        $0.headers["DPoP"] = ($0.headers["DPoP"] ?? "") + "," + ($0.headers["DPoP"] ?? "")
      },
      refused("4.3 (3)", "all claims are present", shown: "a proof without `jti` is refused", as: proof(.identifier)) {
        try $0.changeProof { $1["jti"] = nil }
      },
      refused("4.3 (4), 11.5", "`typ` is `dpop+jwt`", shown: "a proof with `JWT` is refused", as: proof(.header)) {
        try $0.changeProof { header, _ in header["typ"] = "JWT" }
      },
      refused("4.3 (5), 11.6", "`alg` is not `none`", shown: "a proof with `none` is refused", as: proof(.format)) {
        let claims = $0.headers["DPoP"]?.split(separator: ".")[1] ?? ""
        $0.headers["DPoP"] = Base64URL.encode(#"{"typ":"dpop+jwt","alg":"none","jwk":{}}"#.utf8) + ".\(claims)."
      },
      refused("4.3 (5), 11.6", "`alg` is not a MAC", shown: "a proof with HS256 is refused", as: proof(.header)) {
        let key = SymmetricKey(data: Array(repeating: 7, count: 32))
        let jws = try JWS(compact: $0.headers["DPoP"] ?? "")
        $0.headers["DPoP"] = try JWS.sign(
          jws.payload, header: ["typ": "dpop+jwt", "jwk": jws.header["jwk"] ?? .null], with: .hmac(key, .hs256))
      },
      refused("4.3 (6)", "the signature verifies with `jwk`", shown: "another `jwk` is refused", as: proof(.signature))
      {
        try $0.changeProof { header, _ in
          header["jwk"] = JWK(.p256(P256.Signing.PrivateKey().publicKey), use: nil).json
        }
      },
      refused("4.3 (7)", "`jwk` has no private key", shown: "a `jwk` with `d` is refused", as: proof(.key)) {
        try $0.changeProof { header, _ in
          var key = header["jwk"]?.objectValue ?? [:]
          key["d"] = "AAAA"
          header["jwk"] = .object(key)
        }
      },
      refused("4.3 (8)", "`htm` is the method", shown: "a GET with the proof of a POST is refused", as: proof(.method))
      {
        try $0.changeProof { $1["htm"] = "POST" }
      },
      refused("4.3 (9)", "`htu` is the address", shown: "the proof of another path is refused", as: proof(.target)) {
        try $0.changeProof { $1["htu"] = .string(ScriptedProvider.origin + "/other") }
      },
      TableRow(
        "4.3", .should, "compare `htu` after normalisation (RFC 3986 §6.2)",
        shown: "an upper-case host, a default port and an encoded letter make no difference"
      ) {
        let refusal = try await served(normalized("https://OP.example:443/%61pi"))?.refusal(requiring: nil)
        return (unless(refusal == nil, "It was refused."), "accepted")
      } broken: {
        let refusal = try await served(normalized("https://OP.example:444/%61pi"))?.refusal(requiring: nil)
        return unless(refusal == nil, "It was refused.")
      },
      refused("4.3 (11), 11.1", "the proof is recent", shown: "after two minutes, it is refused", as: proof(.time)) {
        $0.time = $0.time.addingTimeInterval(120)
      },
      refused(
        "4.3 (11)", "the proof is not of the future", shown: "if its time is a minute ahead, it is refused",
        as: proof(.time)
      ) {
        $0.time = $0.time.addingTimeInterval(-60)
      },
    ]
  }

  private static func normalized(_ address: String) -> Change {
    { try $0.changeProof { $1["htu"] = .string(address) } }
  }

  private static var bindings: [TableRow] {
    [
      refused(
        "4.3 (12), 7", "`ath` is the hash of the token", shown: "the hash of another token is refused",
        as: proof(.accessToken)
      ) {
        $0.headers["Authorization"] = "DPoP access-of-another-user"
      },
      refused(
        "4.3 (12), 6", "the proof is of the key that the token is bound to", shown: "a proof of another key is refused",
        as: proof(.otherKey)
      ) { try $0.changeProof(isBound: false) { _, _ in } },
      refused(
        "7.1", "grant no access without a valid proof", shown: "a request without the field is refused",
        as: proof(.fieldCount)
      ) { $0.headers["DPoP"] = nil },
      refused(
        "7.2", "refuse a bound token as a bearer token", shown: "it is refused, with or without a proof",
        as: .invalidCredential
      ) {
        $0.headers["Authorization"] = $0.headers["Authorization"].map { "Bearer " + $0.dropFirst(5) }
      },
      nonceRow("4.3 (10), 11.3", "accept no proof without the nonce that was supplied", nonce: nil),
      nonceRow("8, 9", "the nonce is one that was supplied recently", nonce: "another"),
      refused(
        "11.1", "accept a proof for a limited time, and at best once",
        shown: "the same request a second time is refused",
        as: proof(.replay)
      ) { $0.count = 2 },
    ]
  }

  /// A backend that requires its nonces. The refusal supplies one, with which the request is accepted.
  private static func nonceRow(_ section: String, _ rule: String, nonce: String?) -> TableRow {
    TableRow(
      section, .must, rule, shown: "refused with `use_dpop_nonce` and a nonce; the request with this nonce is accepted"
    ) {
      let nonces = try DPoPNonces(key: SymmetricKey(size: .bits256))
      let refusal = try await Self.refusal(of: nonce, by: nonces)
      let supplied = refusal?.headers["DPoP-Nonce"]
      let challenge = refusal?.headers.values(of: "WWW-Authenticate").joined() ?? ""
      let accepted = try await Self.refusal(of: supplied, by: nonces) == nil
      return (
        unless(refusal?.status == 401 && challenge.contains("use_dpop_nonce"), "It was not refused so.")
          ?? unless(supplied != nil && accepted, "The supplied nonce was refused."), "refused"
      )
    } broken: {
      let nonces = try DPoPNonces(key: SymmetricKey(size: .bits256))
      let refusal = try await Self.refusal(of: nonces.current(at: RelyingParty.time), by: nonces)
      return unless(refusal != nil, "It was accepted.")
    }
  }

  private static func refusal(of nonce: String?, by nonces: DPoPNonces) async throws -> RequestRefusal? {
    try await served { try $0.changeProof { $1["nonce"] = nonce.map { .string($0) } } }?.refusal(requiring: nonces)
  }
}
