import Testing

@testable import AuthSandboxPrivy

@Suite struct PrivySignInMessageTests {
  private static let head = "example.com wants you to sign in with your Ethereum account:\n0xA\n\n"
  private static let fields =
    "URI: https://example.com\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-01-02T03:04:05Z"

  @Test func readsAMessageWithAndWithoutAStatement() {
    #expect(PrivySignInMessage(Self.head + Self.fields)?.domain == "example.com")
    #expect(PrivySignInMessage(Self.head + "I agree.\n\n" + Self.fields)?.address == "0xA")
  }

  /// The first line is the client's text. A domain that begins like a field must not be taken for one.
  @Test func theHeadIsNoField() {
    let message = PrivySignInMessage("URI: x wants you to sign in with your Ethereum account:\n0xA\n\n" + Self.fields)
    #expect(message?.domain == "URI: x")
    #expect(PrivySignInMessage("URI: x wants you to sign in with your Ethereum account:\na\n\nb\nc\nd\ne\nf") == nil)
    #expect(PrivySignInMessage("") == nil)
  }
}
