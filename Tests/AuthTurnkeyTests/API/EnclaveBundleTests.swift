import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

@Suite struct EnclaveBundleTests {
  private let vectors: TurnkeyVectors
  init() throws { vectors = try TurnkeyVectors() }

  @Test func pinnedKeysAreThePublishedOnes() throws {
    let keys = TurnkeyKeys.production
    #expect(keys.signer == (try vectors.pinned.text("production_signer_sign")))
    #expect(keys.notarizer == (try vectors.pinned.text("production_notarizer_sign (session JWT)")))
    #expect(
      keys.tlsFetcher == (try vectors.pinned.text("production_tls_fetcher_sign (OTP bundle, verification token)")))
    for key in [keys.signer, keys.notarizer, keys.tlsFetcher] { #expect(TurnkeyKeys.point(key) != nil) }
  }

  @Test func opensBundlesOfProduction() throws {
    for (id, field) in [("export-bundle-mnemonic", "encappedPublic"), ("import-bundle-wallet", "targetPublic")] {
      let vector = try vectors[id]
      let text = try #require(vector["bundle"]).serializedText
      let inner = try EnclaveBundle.open(text, signer: TurnkeyKeys.production.signer, setting: "signer")
      #expect(try inner.text(field) == vector["inner"]?.text(field))
      #expect(try inner.text("organizationId") == vector.text("organization_id"))
    }
  }

  @Test func codeBundleContainsItsTarget() throws {
    let vector = try vectors["otp-bundle-selfmade"]
    let inner = try EnclaveBundle.open(
      try vector.text("otp_encryption_target_bundle"), signer: try vector.text("signer_public_key_override"),
      setting: "tlsFetcher")
    let target = try P256.KeyAgreement.PrivateKey(rawRepresentation: try vector.bytes("target_private_key_hex"))
    #expect(try inner.bytes("targetPublic") == Array(target.publicKey.x963Representation))
  }

  @Test func refusesOtherBundles() throws {
    let vector = try vectors["otp-bundle-selfmade"]
    let signer = try vector.text("signer_public_key_override")
    let text = try vector.text("otp_encryption_target_bundle")
    let good = try #require(try JSONValue(parsing: text.utf8).objectValue)
    func with(_ name: String, _ value: JSONValue?) -> String {
      var object = good
      object[name] = value
      return JSONValue.object(object).serializedText
    }
    let data = try JSONValue.object(good).text("data")
    let other = try vectors["export-bundle-mnemonic"]["bundle"]?.text("dataSignature")
    let flipped = data.replacing("7b22", with: "7b20", maxReplacements: 1)
    let cases: [(String, String, AuthError.Code)] = [
      ("the data changed", with("data", .string(flipped)), .signatureInvalid),
      ("another bundle's signature", with("dataSignature", other.map { .string($0) }), .signatureInvalid),
      ("no signature at all", with("dataSignature", ""), .signatureInvalid),
      ("a signature cut short", with("dataSignature", "3045"), .signatureInvalid),
      ("another key", with("enclaveQuorumPublic", .string(TurnkeyKeys.production.tlsFetcher)), .signatureInvalid),
      ("no key", with("enclaveQuorumPublic", nil), .malformedResponse),
      ("another version", with("version", "v2.0.0"), .malformedResponse),
      ("no version", with("version", nil), .malformedResponse),
      ("no hex", with("data", "zz"), .malformedResponse),
      ("no JSON", "}" + text, .malformedResponse),
      ("empty", "", .malformedResponse),
    ]
    for (name, bundle, code) in cases {
      do throws(AuthError) {
        _ = try EnclaveBundle.open(bundle, signer: signer, setting: "tlsFetcher")
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error.code == code, "\(name): \(error)")
      }
    }
    // The key that our configuration pins is trusted, not the key in the envelope.
    #expect(throws: AuthError.self) {
      try EnclaveBundle.open(text, signer: TurnkeyKeys.production.tlsFetcher, setting: "tlsFetcher")
    }
  }
}
