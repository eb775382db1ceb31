import AuthCore
import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `whoami` query that the app has stamped and the backend forwards, in the format of the vendor's SDKs
/// (`TSignedRequest`): `{"url","body","stamp":{"stampHeaderName","stampHeaderValue"}}`, here in base64url as the value
/// of `Authorization: Turnkey-Signed-Request`.
struct TurnkeySignedRequest: Sendable {
  static let scheme = "turnkey-signed-request"

  /// A digest of the stamp's key and of the half `r` of its signature, which no other spelling of the stamp changes:
  /// JSON can be written in several ways, and `s` has a second valid value.
  let stampIdentity: String
  /// The request to the vendor.
  let forwarded: TransportRequest

  /// Reads a signed request. It may only be `whoami` at the configured API: a backend that forwarded any other request
  /// would perform it for its sender.
  ///
  /// - Throws: `invalid_token`.
  init(_ text: Secret, to apiBaseURL: URL) throws(AuthError) {
    let refused = AuthError(
      .invalidToken, "The signed request is not a stamped 'whoami' query of the configured API. Sign that query.")
    guard let bytes = Base64URL.decode(text.revealText()) else { throw refused }
    let object: JSONValue
    do throws(JSONError) { object = try JSONValue(parsing: bytes, depthLimit: 8) } catch { throw refused }
    let address = apiBaseURL.appending(path: "public/v1/query/whoami")
    guard object["url"]?.stringValue == address.absoluteString, let body = object["body"]?.stringValue,
      let name = object["stamp"]?["stampHeaderName"]?.stringValue, Self.fields.contains(name.lowercased()),
      let value = object["stamp"]?["stampHeaderValue"]?.stringValue, !value.isEmpty,
      let identity = Self.identity(value), Self.hasOrganization(Array(body.utf8))
    else { throw refused }
    let headers: HTTPHeaders = ["Content-Type": "application/json", name: value]
    guard headers.areValid else { throw refused }
    stampIdentity = identity
    forwarded = TransportRequest(
      "POST", address, headers: headers, body: Array(body.utf8), timeout: .seconds(10), responseSizeLimit: 16_384)
  }

  /// The fields of the vendor's stamps: by a key, or by a passkey.
  private static let fields: Set = ["x-stamp", "x-stamp-webauthn"]

  private static func hasOrganization(_ body: [UInt8]) -> Bool {
    do throws(JSONError) {
      let query = try JSONValue(parsing: body, depthLimit: 4)
      return query["organizationId"]?.stringValue.map { !$0.isEmpty } ?? false
    } catch {
      return false
    }
  }

  /// Returns the identity of a stamp: JSON in base64url with `publicKey` and `signature` in hex, or the JSON of a
  /// passkey's stamp with `credentialId` and `signature` in base64url. Nil for any other text.
  private static func identity(_ stamp: String) -> String? {
    let isPasskey = stamp.hasPrefix("{")
    guard let bytes = isPasskey ? Array(stamp.utf8) : Base64URL.decode(stamp) else { return nil }
    let fields: JSONValue
    do throws(JSONError) { fields = try JSONValue(parsing: bytes, depthLimit: 4) } catch { return nil }
    let signature = fields["signature"]?.stringValue
    guard let key = fields[isPasskey ? "credentialId" : "publicKey"]?.stringValue?.lowercased(),
      let encoded = isPasskey ? signature.flatMap({ Base64URL.decode($0) }) : signature.flatMap({ Hex.decode($0) }),
      let half = half(of: encoded)
    else { return nil }
    return Base64URL.encode(Array(SHA256.hash(data: Array(key.utf8) + half)))
  }

  /// Returns `r` of an ECDSA signature in DER, or the first half of an Ed25519 signature.
  private static func half(of signature: [UInt8]) -> [UInt8]? {
    if signature.count == 64 { return Array(signature.prefix(32)) }
    do {
      return Array(try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation.prefix(32))
    } catch {
      return nil
    }
  }
}
