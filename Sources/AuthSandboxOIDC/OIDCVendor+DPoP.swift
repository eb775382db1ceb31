import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCVendor {
  /// The accepted algorithms of proofs, as the metadata announce them.
  static let proofAlgorithms: [JWSAlgorithm] = [.es256, .es384, .es512, .edDSA, .rs256, .ps256]

  /// Checks the DPoP proof of a request (RFC 9449 §4.3), and returns the thumbprint of its key; nil if the
  /// request has no proof.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - token: the access token of the request; nil at the endpoints that issue tokens.
  ///   - world: the time and the policy.
  /// - Throws: `invalid_dpop_proof` or `use_dpop_nonce`, with the status of an endpoint that issues tokens.
  mutating func proof(
    _ request: SandboxRequest, token: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> String? {
    let proofs = request.headers.values(of: "DPoP")
    guard !proofs.isEmpty else { return nil }
    let policy = world.oidcPolicy
    let checked: DPoPVerifier.Checked
    do throws(DPoPRefusal) {
      // The proofs that were accepted are in this vendor's own state, so the verifier needs no memory.
      let verifier = DPoPVerifier(
        algorithms: Set(Self.proofAlgorithms), nonces: policy.requiresDPoPNonce ? try nonces(policy) : nil,
        replays: LocalReplayMemory(limit: 0))
      checked = try Self.checked(proofs, by: verifier, request, token, world)
    } catch {
      switch error {
      case .nonceRequired(let nonce):
        throw OIDCFailure(
          error: "use_dpop_nonce",
          description: "The proof does not have a current nonce. Sign one with the nonce of the field "
            + "DPoP-Nonce.", nonce: nonce)
      case .invalid(let fault):
        throw Self.invalidProof("The proof failed the check: \(fault.rawValue). Sign a new one.")
      case .overloaded: throw .internalError
      }
    }
    let time = world.unixTime
    guard self.proofs.value(checked.identifier, at: time) == nil else {
      throw Self.invalidProof("The proof was used before. Sign a new one for each request.")
    }
    self.proofs.put(
      checked.identifier, true, until: Int64(checked.expiry.timeIntervalSince1970.rounded(.up)), at: time)
    return checked.thumbprint
  }

  /// Checks a proof for the request's URL at each name of the sandbox.
  private static func checked(
    _ proofs: [String], by verifier: DPoPVerifier, _ request: SandboxRequest, _ token: String?, _ world: SandboxWorld
  ) throws(DPoPRefusal) -> DPoPVerifier.Checked {
    var refusal = DPoPRefusal.invalid(.target)
    for base in [world.baseURL, world.webOrigin] {
      guard let url = URL(string: base + request.rawPath) else { continue }
      do throws(DPoPRefusal) {
        return try verifier.checked(
          proofs, method: request.method, url: url, accessToken: token.map { Secret($0) }, at: world.now)
      } catch {
        refusal = error
        guard refusal == .invalid(.target) else { throw refusal }
      }
    }
    throw refusal
  }

  /// The nonces of proofs. They depend on a key that a restart keeps.
  private func nonces(_ policy: OIDCPolicy) throws(DPoPRefusal) -> DPoPNonces {
    do throws(AuthError) {
      return try DPoPNonces(key: nonceKey, lifetime: .seconds(max(1, policy.dpopNonceSeconds)))
    } catch {
      throw .overloaded
    }
  }

  /// The nonce to send with a successful response; nil if none is required (RFC 9449 §8.2).
  func currentNonce(_ world: SandboxWorld) -> String? {
    let policy = world.oidcPolicy
    guard policy.requiresDPoPNonce else { return nil }
    do throws(DPoPRefusal) { return try nonces(policy).current(at: world.now) } catch { return nil }
  }

  static func invalidProof(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_dpop_proof", description: description)
  }
}
