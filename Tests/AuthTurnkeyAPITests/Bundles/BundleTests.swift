import AuthCore
import AuthCrypto
import AuthTurnkeyAPI
import Testing

@Suite struct BundleTests {
  private let vectors: TurnkeyVectors
  private let enclave = Enclave()
  init() throws { vectors = try TurnkeyVectors() }

  @Test func opensAnExportBundleFromProduction() throws {
    let vector = try vectors["export-bundle-mnemonic"]
    let bundle = try #require(vector["bundle"]).serializedText
    let target = try ExportKey(privateKey: Secret(try vector.bytes("embedded_private_key_hex")))
    let organization = try vector.text("organization_id")
    #expect(try target.open(bundle, organizationID: organization).revealText() == vector.text("plaintext_utf8"))
    #expect(throws: AuthError(.invalidToken, "")) { try target.open(bundle, organizationID: "another") }
    #expect(throws: AuthError(.signatureInvalid, "")) {
      try target.open(bundle, organizationID: organization, signer: enclave.signer)
    }
    #expect(throws: AuthError(.signatureInvalid, "")) {
      try ExportKey().open(bundle, organizationID: organization)
    }
  }

  @Test func exportsRoundTrip() throws {
    let target = ExportKey()
    #expect(target.publicKeyHex.count == 130 && target.publicKeyHex.hasPrefix("04"))
    for count in [1, 32, 200] {
      let secret = SystemRandomSource().bytes(count)
      let bundle = try enclave.export(secret, to: target.publicKeyHex, organizationID: "o")
      let opened = try target.open(bundle, organizationID: "o", signer: enclave.signer)
      #expect(opened.revealBytes() == secret)
    }
    #expect(throws: AuthError(.invalidRequest, "")) {
      try ExportKey(privateKey: Secret([UInt8](repeating: 0, count: 32)))
    }
  }

  @Test func acceptsAnImportBundleFromProduction() throws {
    let vector = try vectors["import-bundle-wallet"]
    let bundle = try #require(vector["bundle"]).serializedText
    let organization = try vector.text("organization_id")
    let user = try vector.text("user_id")
    let sealed = try ImportBundle(bundle, organizationID: organization, userID: user).seal(Secret("words"))
    let json = try JSONValue(parsing: Array(sealed.utf8))
    #expect(try #require(json.objectValue).names == ["encappedPublic", "ciphertext"])
    #expect(try json.bytes("encappedPublic").count == 65)
    #expect(throws: AuthError(.invalidToken, "")) {
      try ImportBundle(bundle, organizationID: organization, userID: "another")
    }
    #expect(throws: AuthError(.invalidToken, "")) { try ImportBundle(bundle, organizationID: "another", userID: user) }
    #expect(throws: AuthError(.signatureInvalid, "")) {
      try ImportBundle(bundle, organizationID: organization, userID: user, signer: enclave.signer)
    }
  }

  @Test func importsRoundTrip() throws {
    let bundle = try enclave.importBundle(organizationID: "o", userID: "u")
    let target = try ImportBundle(bundle, organizationID: "o", userID: "u", signer: enclave.signer)
    for secret in [Array("a mnemonic".utf8), SystemRandomSource().bytes(32)] {
      let sealed = try target.seal(Secret(secret))
      #expect(try enclave.open(sealed) == secret)
    }
  }

  @Test func credentialBundlesOpenOnlyForTheirReceiver() throws {
    let vector = try vectors["credential-bundle-js"]
    let bundle = try vector.text("bundle_base58check")
    let receiver = Secret(try vector.bytes("receiver_private_key_hex"))
    #expect(
      try CredentialBundle.open(bundle, receiver: receiver).revealBytes() == vector.bytes("plaintext_private_key_hex"))
    let cases: [(String, Secret, AuthError.Code)] = [
      (bundle, Secret(SystemRandomSource().bytes(31) + [1]), .signatureInvalid),
      (bundle, Secret([UInt8](repeating: 0xFF, count: 32)), .invalidRequest),
      (String(bundle.dropLast()) + (bundle.hasSuffix("1") ? "2" : "1"), receiver, .malformedResponse),
      ("", receiver, .malformedResponse), (Base58Check.encode([1, 2, 3]), receiver, .malformedResponse),
      (Base58Check.encode([UInt8](repeating: 9, count: 81)), receiver, .malformedResponse),
    ]
    for (text, key, code) in cases {
      #expect(throws: AuthError(code, "")) { try CredentialBundle.open(text, receiver: key) }
    }
  }

  @Test func solanaKeysHaveNoChecksum() throws {
    let key = Curve25519.Signing.PrivateKey()
    let seed = Array(key.rawRepresentation)
    let text = try PrivateKeyFormat.solana.text(of: Secret(seed)).revealText()
    #expect(Base58.decode(text) == seed + Array(key.publicKey.rawRepresentation))
    #expect(Base58Check.decode(text) == nil)
    #expect(try PrivateKeyFormat.hexadecimal.text(of: Secret(seed)).revealText() == Hex.encode(seed))
    for format in PrivateKeyFormat.allCases {
      #expect(throws: AuthError(.malformedResponse, "")) { try format.text(of: Secret([1])) }
    }
  }
}
