import Testing

/// Checks that no public value prints a possible secret: its type conforms to `Redacting`, or is listed here with the
/// reason why its text is not secret.
@Suite struct PrintedTypesTests {
  private static let exempt: [(reason: String, types: [String])] = [
    (
      "general values that have to be printed; types that store one are checked",
      ["AuthCore.JSONValue", "AuthCore.Member", "AuthCrypto.CBORValue"]
    ),
    (
      "public keys, ciphertexts and signatures of known bytes",
      [
        "AuthCore.KeyReference", "AuthCore.Signature", "AuthCrypto.CurveParameters", "AuthCrypto.ECDSASignature",
        "AuthCrypto.Ed25519PublicKey", "AuthCrypto.Nonce", "AuthCrypto.SealedBox", "AuthCrypto.Sender",
        "AuthStorage.WrappedKey", "AuthTurnkeyAPI.ImportBundle", "AuthTurnkeyAPI.RawSignature",
      ]
    ),
    (
      "the text that a user or an authenticator sees before the signature",
      [
        "AuthAuthsignal.PreparedSignature", "AuthCore.PasskeyAssertionRequest", "AuthCore.PasskeyCreationRequest",
        "AuthPrivyWallets.AuthorizationPayload",
      ]
    ),
    (
      "the public parts of a passkey; the proof is the assertion, which is redacted",
      [
        "AuthCore.PasskeyRegistration", "AuthCore.PasskeySignal", "AuthCore.PRF", "AuthCore.PRFInputs",
        "AuthPasskey.Account", "AuthPasskey.AttestedCredential", "AuthPasskey.AuthenticatorData",
        "AuthPasskey.ClientData", "AuthPasskey.PasskeyOwner", "AuthPasskey.RegisteredPasskey",
        "AuthPasskey.SoftwarePasskeyProfile", "AuthTurnkey.PasskeyStamper",
      ]
    ),
    ("labels of accounts, which the app shows", ["AuthCore.Account"]),
    (
      "views and their handlers, which hold the app's own redirect URL and functions",
      ["AuthUI.AuthHandlers", "AuthUI.AuthScreen", "AuthUI.SignInScreen"]
    ),
    (
      "a vendor's description of a user or a transaction, and the contents of requests: claims, public keys and names",
      [
        "AuthAuthsignal.ClaimedChallenge", "AuthCrypto.VerifiedJWT", "AuthHawcx.HawcxIdentity", "AuthPrivy.Kind",
        "AuthPrivy.PrivyUser", "AuthPrivyWallets.PrivyWallet",
        "AuthTurnkeyAPI.Call", "AuthTurnkeyAPI.NewAuthenticator", "AuthTurnkeyAPI.NewSolanaTransaction",
        "AuthTurnkeyAPI.NewSubOrganization", "AuthTurnkeyAPI.TransactionStatus",
      ]
    ),
    (
      "the addresses of servers and other plain values of a configuration, which contains only references to secrets",
      [
        "AuthAccountDeletion.AppleRevocation", "AuthAccountDeletion.Place", "AuthAuthsignal.AuthsignalConfiguration",
        "AuthCore.AppBackend", "AuthCore.ConfigurationSchema",
        "AuthHawcx.HawcxBaseURL", "AuthHawcx.HawcxCodeExchange", "AuthHawcx.HawcxConfiguration",
        "AuthHawcx.HawcxIssuerKey", "AuthOIDC.OIDCConfiguration", "AuthOIDC.OIDCEndpoints", "AuthOIDC.OIDCRequirement",
        "AuthPrivy.PrivyConfiguration", "AuthTransport.LoopbackRedirectListener",
        "AuthTurnkey.NewUserDefaults", "AuthTurnkey.TurnkeyConfiguration", "AuthTurnkey.TurnkeyOAuthConfiguration",
        "AuthTurnkey.WalletKitConfiguration",
      ]
    ),
  ]

  @Test("L10: every public type that keeps bytes, URLs, JSON or texts by name prints none of them")
  func everyPublicTypeIsRedacted() throws {
    let files = try SourceTree.files("Sources").filter {
      !$0.target.hasPrefix("AuthSandbox") && !["AuthTesting", "LatchkeyCommands"].contains($0.target) && !$0.isTemplate
    }
    let exempt = Set(Self.exempt.flatMap(\.types))
    let findings = PrintedTypes.findings(in: files)
    #expect(findings.filter { !exempt.contains($0.name) } == [])
    #expect(exempt.subtracting(findings.map(\.name)) == [], "these types are listed as exempt but are no longer found")
  }

  @Test("L10: a made-up type that prints a secret is found")
  func madeUpTypesAreFound() {
    func names(_ text: String) -> [String] {
      PrintedTypes.findings(in: [SourceFile(path: "Sources/AuthCore/A.swift", target: "AuthCore", text: text)])
        .map(\.type)
    }
    #expect(names("public struct A: Sendable {\n  private let body: [UInt8]?\n}") == ["A"])
    #expect(names("public enum A {\n  case callback(URL)\n}") == ["A"])
    #expect(names("public struct A {\n  public struct B {\n    var c: JSONObject\n  }\n  let d: URL\n}") == ["B", "A"])
    #expect(names("public struct A {\n  let b: URL\n}\nextension A: Redacting {\n}") == [])
    #expect(names("public struct A {\n  var b: URL { c() }\n  static let d: [UInt8] = []\n}") == [])
    #expect(names("struct A {\n  let b: URL\n}\npublic struct C {\n  func d(_ url: URL) {}\n}") == [])
  }
}
