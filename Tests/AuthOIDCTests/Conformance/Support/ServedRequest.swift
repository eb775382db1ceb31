import AuthCore
import AuthCrypto
import AuthTesting
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request of the real client with a bound token, as a backend receives it.
struct ServedRequest {
  var method: String
  var url: String
  var headers: HTTPHeaders
  /// The time of the backend's clock.
  var time = RelyingParty.time
  /// The key to which the token is bound.
  var thumbprint: String
  /// How often the request arrives.
  var count = 1

  /// Takes the last request to an API from a trace.
  init(_ trace: Trace) throws {
    guard let request = trace.requests(to: "api").last, let proof = trace.proofs(to: "api").last,
      let thumbprint = try JWK(json: proof.header["jwk"] ?? .null).thumbprint
    else { throw AuthError(.internalError, "The run has no request with a proof.") }
    (method, url, headers) = (request.method, request.url.absoluteString, request.headers)
    self.thumbprint = thumbprint
  }

  /// Changes the proof, and signs it again with another key.
  ///
  /// - Parameter isBound: whether the token is bound to that key, too.
  mutating func changeProof(
    isBound: Bool = true, _ change: (_ header: inout JSONObject, _ claims: inout JSONObject) -> Void
  ) throws {
    let jws = try JWS(compact: headers["DPoP"] ?? "")
    let key = P256.Signing.PrivateKey()
    let jwk = JWK(.p256(key.publicKey), use: nil)
    var header = jws.header
    var claims = try JSONValue(parsing: jws.payload).objectValue ?? [:]
    header["alg"] = nil
    header["jwk"] = jwk.json
    change(&header, &claims)
    headers["DPoP"] = try JWS.sign(JSONValue.object(claims).serialized, header: header, with: .p256(key))
    if isBound { thumbprint = jwk.thumbprint ?? "" }
  }

  /// Lets a backend check the request.
  ///
  /// - Returns: the refusal of its last arrival; nil if it is accepted.
  func refusal(requiring nonces: DPoPNonces?) async throws -> RequestRefusal? {
    var options = RequestVerifier.Options()
    options.nonces = nonces
    let verifier = try RequestVerifier(
      [BoundTokens(thumbprint: thumbprint)],
      services: VerifierServices(transport: ScriptedTransport([]), clock: ManualClock(time)), options: options)
    guard let address = URL(string: url) else { throw AuthError(.internalError, "No URL.") }
    var last: RequestRefusal?
    for _ in 0..<count {
      do throws(RequestRefusal) {
        _ = try await verifier.verify(PresentedRequest(method, address, headers: headers))
        last = nil
      } catch {
        last = error
      }
    }
    return last
  }

  /// The tokens of the scripted provider, which are opaque, and bound to a key.
  private struct BoundTokens: CredentialVerifier {
    let id: ProviderID = "table"
    let routes = [CredentialRoute.opaque]
    let thumbprint: String

    func verify(
      _ credential: PresentedCredential, of request: PresentedRequest
    ) async throws(AuthError) -> Principal {
      var principal = Principal(
        provider: id, tenant: ScriptedProvider.issuer, subject: "user-1", credential: .accessToken)
      principal.keyThumbprint = thumbprint
      return principal
    }
  }
}
