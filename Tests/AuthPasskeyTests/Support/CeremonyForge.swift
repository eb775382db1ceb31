import AuthCore
import AuthCrypto
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes registrations and assertions in which any field can be wrong. The signature is valid, so that a refusal must
/// be for the wrong field.
struct CeremonyForge {
  var relyingPartyID = "example.org"
  var credentialID = [UInt8](repeating: 7, count: 32)
  var namedCredentialID: [UInt8]?
  var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
  var signCount: UInt32 = 0
  var format = "none"
  var statement: [CBORValue.Pair]?
  var publicKey: [UInt8]?
  var userHandle: [UInt8]? = [1]
  var extensions: [UInt8]?
  var attested: Bool?
  var aaguid = [UInt8](repeating: 0, count: 16)
  var key = P256.Signing.PrivateKey()

  var cosePublicKey: [UInt8] {
    let point = Array(key.publicKey.rawRepresentation)
    return CBORValue.map([1: 2, 3: -7, -1: 1, -2: .bytes(Array(point[..<32])), -3: .bytes(Array(point[32...]))]).encoded
  }

  private func data(attested: Bool) -> [UInt8] {
    var data = AuthenticatorData(relyingPartyID: relyingPartyID, flags: flags, signCount: signCount)
    if self.attested ?? attested {
      data.attestedCredential = AuthenticatorData.AttestedCredential(
        aaguid: aaguid, credentialID: credentialID, publicKey: publicKey ?? cosePublicKey)
    }
    data.extensions = extensions
    return data.encoded
  }

  func sign(_ data: [UInt8], _ clientData: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: data + Array(SHA256.hash(data: clientData))).derRepresentation)
  }

  /// The bytes that an attestation statement signs for a registration.
  func message(_ client: ClientData) throws -> [UInt8] {
    data(attested: true) + Array(SHA256.hash(data: client.serialized))
  }

  func registration(_ client: ClientData) throws -> PasskeyRegistration {
    let clientData = client.serialized
    let data = data(attested: true)
    var pairs: [CBORValue.Pair] = []
    if format == "packed" {
      pairs = [CBORValue.Pair("alg", -7), CBORValue.Pair("sig", .bytes(try sign(data, clientData)))]
    }
    let object = CBORValue.map([
      CBORValue.Pair("fmt", .text(format)), CBORValue.Pair("attStmt", .map(statement ?? pairs)),
      CBORValue.Pair("authData", .bytes(data)),
    ])
    return PasskeyRegistration(
      credentialID: namedCredentialID ?? credentialID, clientDataJSON: clientData, attestationObject: object.encoded,
      transports: ["internal"])
  }

  func assertion(_ client: ClientData) throws -> PasskeyAssertion {
    let clientData = client.serialized
    let data = data(attested: false)
    return PasskeyAssertion(
      credentialID: namedCredentialID ?? credentialID, clientDataJSON: clientData, authenticatorData: data,
      signature: try sign(data, clientData), userHandle: userHandle)
  }
}
