import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxAuthsignal
@testable import AuthSandboxKit

/// The forms in which the vendor's SDKs send a user handle back (A29, A30).
@Suite struct AuthsignalUserHandleTests {
  @Test func readsTheHandleInEveryFormOfTheSDKs() {
    let bytes = AuthsignalUserHandle.bytes(of: "usr_1")
    let text = AuthsignalUserHandle.text(of: "usr_1")
    let forms = [text, Base64.encode(bytes), Base64URL.encode(Array(text.utf8)), Base64.encode(Array(text.utf8))]
    for form in forms {
      #expect(AuthsignalUserHandle.matches(form, userID: "usr_1"), "\(form)")
      #expect(!AuthsignalUserHandle.matches(form, userID: "usr_2"), "\(form)")
    }
    for form in ["", "usr_1", "====", text + "A"] {
      #expect(!AuthsignalUserHandle.matches(form, userID: "usr_1"), "\(form)")
    }
  }

  @Test func readsBase64OfEitherAlphabet() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF, 0x01]
    for text in ["++//AQ==", "--__AQ", "++//AQ", "--__AQ=="] { #expect(AuthsignalBase64.decode(text) == bytes) }
    for text in ["++//AQ=A", "+ /", "A"] { #expect(AuthsignalBase64.decode(text) == nil) }
  }
}
