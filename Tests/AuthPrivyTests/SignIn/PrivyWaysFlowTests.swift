import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests in tables the decisions of all flows except those with the app's JWT or a code, without stores and without a
/// network.
@Suite struct PrivyWaysFlowTests {
  private let session = Session(
    id: SessionID("s"), providerID: "privy", tenant: "app", subject: "did:privy:c",
    createdAt: Date(timeIntervalSince1970: 0))
  private let offline = AuthError(.network, "offline")
  private let address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
  private let message = WalletSignInMessage(
    chain: .ethereum, domain: "example.com", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    uri: "https://example.com", chainID: "1", nonce: "12345678", issuedAt: "2026-01-02T03:04:05Z")

  private func visit() throws -> OAuthVisit {
    OAuthVisit(
      service: "google", page: try #require(URL(string: "https://login.example/page")), callbackScheme: "app",
      state: "state", verifier: Secret("verifier"))
  }

  private func callback(_ text: String) throws -> FlowAnswer { .callback(try #require(URL(string: text))) }

  @Test func checksCallbacksOfAPage() throws {
    let cases = [
      ("app://back?privy_oauth_code=c&privy_oauth_state=state", "present oauth:google"),
      ("APP://back?privy_oauth_code=c&privy_oauth_state=state", "present oauth:google"),
      ("app://back?privy_oauth_code=c&privy_oauth_state=other", "redirect redirect_mismatch"),
      ("app://back?privy_oauth_code=c", "redirect redirect_mismatch"),
      ("other://back?privy_oauth_code=c&privy_oauth_state=state", "redirect redirect_mismatch"),
      ("app://back?privy_oauth_code=c&privy_oauth_code=d&privy_oauth_state=state", "redirect redirect_mismatch"),
      ("app://back?privy_oauth_state=state&privy_oauth_error=oauth_user_denied", "failed redirect_denied"),
      ("app://back?privy_oauth_state=state", "failed redirect_denied"),
      ("app://back?privy_oauth_code=error&privy_oauth_state=state", "failed redirect_denied"),
      ("app://back?privy_oauth_error=oauth_user_denied", "redirect redirect_mismatch"),
    ]
    for (text, expected) in cases {
      var flow = PrivyPageFlow(FlowRequest(method: .oauth("google")), service: "google")
      #expect(flow.begin().summary == "findPage")
      #expect(flow.received(.success(.page(try visit()))).summary == "redirect")
      #expect(flow.answered(try callback(text)).summary == expected, "\(text)")
    }
  }

  @Test func mapsEveryEndOfAPage() throws {
    let cases: [(Result<PrivyFlow.Outcome, AuthError>, String)] = [
      (.success(.signedIn(session, isNewUser: true)), "completed"), (.failure(offline), "failed network"),
      (.success(.codeSent), "failed internal"), (.success(.page(try visit())), "failed internal"),
    ]
    for (result, expected) in cases {
      var flow = PrivyPageFlow(FlowRequest(method: .oauth("google")), service: "google")
      _ = flow.begin()
      _ = flow.received(.success(.page(try visit())))
      _ = flow.answered(try callback("app://back?privy_oauth_code=c&privy_oauth_state=state"))
      #expect(flow.received(result).summary == expected)
    }
    var unreachable = PrivyPageFlow(FlowRequest(method: .oauth("google")), service: "google")
    _ = unreachable.begin()
    #expect(unreachable.received(.failure(offline)).summary == "failed network")
  }

  @Test func signUpOfAKnownUserRevokesTheNewSession() {
    var guest = PrivyDirectFlow(guest: FlowRequest(purpose: .signUp, method: .guest))
    #expect(guest.begin().summary == "readGuestSecret")
    #expect(guest.received(.success(.proof(.guest(Secret("g"))))).summary == "present guest")
    #expect(guest.received(.success(.signedIn(session, isNewUser: false))).summary == "logOut")
    #expect(guest.received(.failure(offline)).summary == "failed user_exists")
  }

  @Test func checksTheFormOfASignatureFirst() {
    let right = "0x" + String(repeating: "ab", count: 65)
    let cases: [(String, String)] = [
      (right, "present wallet"), (" " + right + "\n", "present wallet"), ("", "sign invalid_code"),
      (String(right.dropLast(2)), "sign invalid_code"), (String(right.dropFirst(2)), "sign invalid_code"),
      (right.replacing("ab", with: "zz"), "sign invalid_code"),
    ]
    for (signature, expected) in cases {
      var flow = PrivyWalletFlow(FlowRequest(identifier: address, method: .wallet))
      #expect(flow.begin().summary == "fetchMessage")
      #expect(flow.received(.success(.message(message))).summary == "sign")
      #expect(flow.answered(.signature(Secret(signature))).summary == expected)
    }
    // After a network failure the same signature can be sent again.
    var flow = PrivyWalletFlow(FlowRequest(identifier: address, method: .wallet))
    _ = flow.begin()
    _ = flow.received(.success(.message(message)))
    _ = flow.answered(.signature(Secret(right)))
    #expect(flow.received(.failure(offline)).summary == "sign network")
    #expect(flow.answered(.signature(Secret(right))).summary == "present wallet")
    #expect(flow.received(.failure(AuthError(.signatureInvalid, ""))).summary == "failed signature_invalid")
  }

  @Test func secondFactorDecidesTheFirstStep() {
    let cases: [(FlowRequest, [MethodID], String)] = [
      (FlowRequest(purpose: .enroll(.totp)), [], "beginFactor totp new"),
      (FlowRequest(purpose: .enroll(.smsOTP)), [], "enterPhone"),
      (FlowRequest(identifier: "+14155550100", purpose: .enroll(.smsOTP)), [], "beginFactor sms_otp new"),
      (FlowRequest(identifier: "12", purpose: .enroll(.smsOTP)), [], "enterPhone invalid_identifier"),
      (FlowRequest(purpose: .enroll(.passkey)), [], "enrollPasskey"),
      (FlowRequest(purpose: .enroll(.push)), [], "failed method_not_available"),
      (FlowRequest(purpose: .stepUp(action: "a"), method: .totp), [], "enterTOTP"),
      (FlowRequest(purpose: .stepUp(action: "a"), method: .smsOTP), [], "beginFactor sms_otp"),
      (FlowRequest(purpose: .stepUp(action: "a")), [.totp], "enterTOTP"),
      (FlowRequest(purpose: .stepUp(action: "a")), [], "selectMethod"),
      (FlowRequest(purpose: .stepUp(action: "a")), [.totp, .smsOTP], "selectMethod"),
      (FlowRequest(purpose: .stepUp(action: "a"), method: .passkey), [], "verifyPasskey"),
      (FlowRequest(purpose: .stepUp(action: "a")), [.passkey], "verifyPasskey"),
      (FlowRequest(purpose: .stepUp(action: "a"), method: .push), [], "failed method_not_available"),
    ]
    for (request, known, expected) in cases {
      var flow = PrivyFactorFlow(request, of: "privy", known: known)
      #expect(flow.begin().summary == expected)
    }
  }

  @Test func asksAgainForASecondFactorsCode() {
    var flow = PrivyFactorFlow(FlowRequest(purpose: .stepUp(action: "a"), method: .totp), of: "privy", known: [])
    _ = flow.begin()
    #expect(flow.answered(.code(Secret("12"))).summary == "enterTOTP invalid_code")
    #expect(flow.answered(.code(Secret("123456"))).summary == "verify totp")
    #expect(flow.received(.failure(AuthError(.invalidCode, ""))).summary == "enterTOTP invalid_code")
    #expect(flow.answered(.code(Secret("123456"))).summary == "verify totp")
    guard case .completed(.proof(let proof)) = flow.received(.success(.factorProved(Secret("t")))) else {
      Issue.record("no proof")
      return
    }
    #expect(proof.action == "a")
  }
}
