import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OAuthCallbackTests {
  @Test func nonceIsTheHashOfTheKeysText() throws {
    let vector = try TurnkeyVectors()["oauth-nonce"]
    let nonce = OAuthNonce.of(publicKeyHex: try vector.text("public_key"))
    #expect(nonce == (try vector.text("nonce")))
    #expect(nonce != (try vector.text("wrong_value_if_raw_bytes_hashed")))
  }

  @Test func callbacksAreReadOrRefusedByName() throws {
    let cases: [(callback: String, wantsToken: Bool, outcome: String)] = [
      ("app://?id_token=t&code=c&state=s", true, "token t"), ("app://#state=s&id_token=t", true, "token t"),
      ("APP://back?code=c&state=s", false, "code c"), ("app:?code=c&state=s", false, "code c"),
      ("app://?code=c", false, "redirect_mismatch"), ("app://?code=c&state=z", false, "redirect_mismatch"),
      ("app://?state=s", false, "redirect_mismatch"), ("app://?code=c&state=s", true, "redirect_mismatch"),
      ("app://?code=c&code=d&state=s", false, "redirect_mismatch"),
      ("app://?state=s&state=z&code=c", false, "redirect_mismatch"),
      ("other://?code=c&state=s", false, "redirect_mismatch"), ("app://?code=&state=s", false, "redirect_mismatch"),
      ("app://?error=access_denied&state=s", false, "redirect_denied access_denied"),
      ("app://#error=access_denied&state=s", true, "redirect_denied access_denied"),
      ("app://?error=a%20long%20story&state=s", false, "redirect_denied -"),
      ("app://?error=access_denied", false, "redirect_mismatch"),
      ("app://?error=access_denied&state=z", false, "redirect_mismatch"),
      ("app://?code=%FF&state=s", false, "redirect_mismatch"),
      ("app://?state=s&code=" + String(repeating: "c", count: 20_000), false, "redirect_mismatch"),
    ]
    for (text, wantsToken, outcome) in cases {
      let found: String
      let url = try #require(URL(string: text), "\(text.prefix(40))")
      do throws(AuthError) {
        switch try OAuthCallback.read(url, state: "s", scheme: "app", wantsToken: wantsToken) {
        case .identityToken(let token): found = "token \(token.revealText())"
        case .code(let code): found = "code \(code.revealText())"
        }
      } catch {
        found = error.code == .redirectDenied ? "\(error.code) \(error.vendorCode ?? "-")" : error.code.rawValue
      }
      #expect(found == outcome, "\(text.prefix(60))")
    }
  }

  @Test func opensPagesAsEachProviderRequires() throws {
    let key = KeyReference(storeID: "m", keyID: "k", algorithm: .p256, publicKey: [2, 7])
    let nonce = OAuthNonce.of(publicKeyHex: "0207")
    var reader = ConfigurationReader([:], path: "$", sources: ConfigurationSources())
    let configuration = try TurnkeyOAuthConfiguration(reading: try reader.object("oauth"))
    let proof = PKCE(random: SystemRandomSource())
    let pages: [TurnkeyOAuthProvider: (start: String, fields: [String: String])] = [
      .google: (
        "https://oauth-origin.turnkey.com?", ["provider": "google", "clientId": "client", "redirectUri": "app://"]
      ),
      .apple: (
        "https://oauth-origin.turnkey.com?", ["provider": "apple", "clientId": "client", "redirectUri": "app://"]
      ),
      .discord: ("https://discord.com/oauth2/authorize?", ["scope": "identify email"]),
      .x: ("https://x.com/i/oauth2/authorize?", ["scope": "tweet.read users.read"]),
      .facebook: (
        "https://oauth-origin.turnkey.com?",
        ["provider": "facebook", "clientId": "client", "redirectUri": "app://", "codeChallenge": proof.challenge]
      ),
    ]
    for provider in TurnkeyOAuthProvider.allCases {
      let attempt = OAuthAttempt(
        provider: provider, clientID: "client", client: nil, redirectURL: "app://", callbackScheme: "app",
        state: "st", proof: provider.grant == .identityToken ? nil : proof, sessionID: SessionID("s"), key: key)
      guard case .redirect(let prompt) = try attempt.prompt(configuration) else {
        Issue.record("no redirect for \(provider)")
        continue
      }
      #expect(prompt.callbackScheme == "app")
      let page = try #require(pages[provider])
      let text = prompt.url.absoluteString
      #expect(text.hasPrefix(page.start), "\(text)")
      #expect(!text.contains("+"))
      let fields = try #require(PercentEncoding.decodeForm(text.drop { $0 != "?" }.dropFirst()))
      func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
      let isBoundAtTheExchange = provider == .discord || provider == .x
      #expect(value("nonce") == (isBoundAtTheExchange ? nil : nonce), "\(provider)")
      #expect(value("state") == "st")
      for (name, expected) in page.fields { #expect(value(name) == expected, "\(provider) \(name)") }
      if isBoundAtTheExchange {
        #expect(value("response_type") == "code")
        #expect(value("client_id") == "client")
        #expect(value("redirect_uri") == "app://")
        #expect(value("code_challenge") == proof.challenge)
        #expect(value("code_challenge_method") == "S256")
      }
    }
  }
}
