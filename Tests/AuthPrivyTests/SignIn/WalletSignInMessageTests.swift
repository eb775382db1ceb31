import AuthCore
import AuthPrivy
import Testing

/// Sign-in messages as values: a built message can be parsed, a parsed message builds the same text, and every other
/// text is refused.
@Suite struct WalletSignInMessageTests {
  /// The example of EIP-4361, "Example Message".
  private let example = """
    example.com wants you to sign in with your Ethereum account:
    0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

    I accept the ExampleOrg Terms of Service: https://example.com/tos

    URI: https://example.com/login
    Version: 1
    Chain ID: 1
    Nonce: 32891756
    Issued At: 2021-09-30T16:25:24Z
    Resources:
    - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
    - https://example.com/my-web2-claim.json
    """
  private let solana = """
    example.com wants you to sign in with your Solana account:
    7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv

    I accept the terms.

    URI: https://example.com
    Version: 1
    Chain ID: mainnet
    Nonce: a1b2c3d4e5
    Issued At: 2026-01-02T03:04:05Z
    Expiration Time: 2026-01-02T03:14:05Z
    Not Before: 2026-01-02T03:00:00Z
    Request ID: r1
    """

  @Test func readsTheStandardsExample() throws {
    let message = try WalletSignInMessage(parsing: example)
    #expect(message.chain == .ethereum)
    #expect(message.domain == "example.com")
    #expect(message.address == "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
    #expect(message.statement == "I accept the ExampleOrg Terms of Service: https://example.com/tos")
    #expect(message.uri == "https://example.com/login")
    #expect(message.chainID == "1")
    #expect(message.nonce == "32891756")
    #expect(message.resources.count == 2)
    #expect(message.text == example)
  }

  @Test func parsedMessageBuildsTheSameText() throws {
    let variants = [
      example, solana,
      example.replacing("I accept the ExampleOrg Terms of Service: https://example.com/tos\n", with: ""),
      solana.replacing("I accept the terms.\n\n", with: ""),
      example.replacing("example.com wants", with: "https://example.com wants"),
      example.replacing("example.com wants", with: "example.com:3388 wants"),
    ]
    for text in variants {
      let message = try WalletSignInMessage(parsing: text)
      #expect(message.text == text)
      #expect(try WalletSignInMessage(parsing: message.text) == message)
    }
    #expect(try WalletSignInMessage(parsing: variants[4]).scheme == "https")
  }

  @Test func refusesOtherTexts() {
    let changes: [(String, String)] = [
      ("Version: 1", "Version: 2"), ("Version: 1\n", ""), ("Nonce: 32891756", "Nonce: short"),
      ("Nonce: 32891756", "Nonce: 3289 1756"), ("Nonce: 32891756\n", ""), ("Chain ID: 1", "Chain ID: one"),
      ("2021-09-30T16:25:24Z", "yesterday"), ("0xC02", "0xG02"), ("0xC02a", "0xC02"),
      ("Ethereum account", "Bitcoin account"), ("URI: https://example.com/login\n", ""),
      ("Chain ID: 1\nNonce: 32891756", "Nonce: 32891756\nChain ID: 1"), ("example.com wants", " wants"),
      ("example.com wants", "example.com/evil wants"), ("claim.json", "claim.json\n"),
      ("claim.json", "claim.json\nmore"), ("\nURI", "URI"), ("Terms", "Terms\nURI: https://evil.example"),
    ]
    for (old, new) in changes {
      #expect(throws: AuthError.self, "\(old) → \(new)") {
        try WalletSignInMessage(parsing: example.replacing(old, with: new, maxReplacements: 1))
      }
    }
    for text in ["", "\n", "hello", String(example.dropLast(40))] {
      #expect(throws: AuthError.self) { try WalletSignInMessage(parsing: text) }
    }
  }

  @Test func refusesLineBreaksInParts() {
    var message = WalletSignInMessage(
      chain: .ethereum, domain: "example.com", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
      uri: "https://example.com", chainID: "1", nonce: "12345678", issuedAt: "2026-01-02T03:04:05Z")
    #expect(throws: Never.self) { try message.check() }
    for statement in ["one\nURI: https://evil.example", "URI: https://evil.example", ""] {
      message.statement = statement
      #expect(throws: AuthError.self, "\(statement)") { try message.check() }
    }
    message.statement = nil
    for scheme in ["", "ht tp", "https://evil.example\nhttps", "1http", "ü"] {
      message.scheme = scheme
      #expect(throws: AuthError.self, "\(scheme)") { try message.check() }
    }
    message.scheme = "my-app+x.1"
    #expect(throws: Never.self) { try message.check() }
  }

  @Test func recognisesTheChainOfAnAddress() {
    let cases: [(String, WalletSignInMessage.Chain?)] = [
      ("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", .ethereum),
      ("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", .solana),
      ("", nil), ("0x", nil), ("C02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", nil), ("jane@example.com", nil),
      ("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2ff", nil),
    ]
    for (address, chain) in cases { #expect(WalletSignInMessage.chain(of: address) == chain, "\(address)") }
  }
}
