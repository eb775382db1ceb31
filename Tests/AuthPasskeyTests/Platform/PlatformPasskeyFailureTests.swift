import AuthCore
import Testing

@testable import AuthPasskey

/// The errors of Apple's systems, by the numbers of `ASAuthorizationError.Code`. A missing passkey, a cancellation and
/// an excluded credential have different codes.
@Suite struct PlatformPasskeyFailureTests {
  private func code(
    _ number: Int, _ kind: PasskeyCeremony.Kind, reason: Bool = false, local: Bool = false
  ) -> AuthError.Code {
    PlatformPasskeyFailure(
      code: number, hasReason: reason, kind: kind, prefersImmediatelyAvailable: local
    ).error.code
  }

  @Test func distinguishesAMissingPasskeyFromACancellation() {
    for (reason, local, expected) in [
      (true, true, AuthError.Code.noCredential), (false, true, .cancelled), (true, false, .cancelled),
      (false, false, .cancelled),
    ] {
      #expect(code(1001, .use, reason: reason, local: local) == expected)
      // A creation needs no existing passkey, so this error is always a cancellation.
      #expect(code(1001, .create, reason: reason, local: local) == .cancelled)
    }
    #expect(code(1005, .use) == .noCredential)
    #expect(code(1005, .create) == .providerError)
  }

  @Test func mapsTheOtherNumbers() {
    for kind in [PasskeyCeremony.Kind.create, .use] {
      #expect(code(1006, kind) == .credentialExcluded)
      #expect(code(1004, kind) == .unsupported && code(1010, kind) == .unsupported)
      for number in [1000, 1002, 1003, 1007, 9] {
        let error = PlatformPasskeyFailure(code: number, kind: kind).error
        #expect(error.code == .providerError && error.vendorCode == "\(number)")
        #expect(error.message.contains("\(number)"))
      }
    }
    #expect(PlatformPasskeyFailure(code: 1004, kind: .use).error.message.contains("webcredentials:"))
  }
}
