import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Refusals that were captured, and the refusals in the vendor's own list.
@Suite struct TurnkeyWireErrorsTests {
  private func error(
    _ status: Int, _ body: JSONValue, in context: TurnkeyErrors.Context = .stamped
  ) -> AuthError {
    TurnkeyErrors.error(
      TransportResponse(status: status, body: body.serialized), in: context, now: Date(timeIntervalSince1970: 0))
  }

  private func raw(_ status: Int, _ text: String, in context: TurnkeyErrors.Context) -> AuthError {
    TurnkeyErrors.error(
      TransportResponse(status: status, body: Array(text.utf8)), in: context, now: Date(timeIntervalSince1970: 0))
  }

  @Test("T44: a code is read from the top level or the details, and an empty one is ignored")
  func readsACodeAtTheTopLevel() {
    let old = error(400, ["code": 3, "message": "x", "details": [], "turnkeyErrorCode": "TVC_CLIENT_VERSION_TOO_OLD"])
    #expect(old.vendorCode == "TVC_CLIENT_VERSION_TOO_OLD")
    #expect(old.code == .unsupported)
    let gone = error(401, ["code": 16, "message": "x", "details": [], "turnkeyErrorCode": "API_KEY_EXPIRED"])
    #expect(gone.code == .sessionExpired && TurnkeyErrors.endsSession(gone))
    let empty = error(400, ["code": 3, "message": "bad request", "details": [], "turnkeyErrorCode": ""])
    #expect(empty.vendorCode == nil)
    #expect(empty.code == .providerError)
    // An empty code in the details does not hide the code at the top level.
    let both = error(
      401,
      [
        "code": 16, "message": "x", "details": [["@type": "t", "turnkeyErrorCode": ""]],
        "turnkeyErrorCode": "PUBLIC_KEY_NOT_FOUND",
      ])
    #expect(both.code == .sessionRevoked)
  }

  @Test("T5: a wrong code is recognised by its captured text and by the text that the vendor's client expects")
  func recognisesAWrongCodeByItsText() {
    for text in ["invalid OTP code", "Invalid OTP code"] {
      for status in [400, 401, 403] {
        let found = error(status, ["code": 3, "message": .string(text), "details": []], in: .verifyCode)
        #expect(found.code == .invalidCode, "\(text) \(status)")
      }
    }
  }

  @Test("T45: the table has every code of the vendor's list, and no others")
  func tableMatchesTheVendorsList() {
    let list = """
      UNSPECIFIED INTERNAL ORGANIZATION_NOT_FOUND API_OPERATIONS_DISABLED SIGNING_QUOTA_EXCEEDED REQUEST_NOT_AUTHORIZED
      PUBLIC_KEY_NOT_FOUND RATE_LIMIT_EXCEEDED SIGNATURE_MISSING SIGNATURE_INVALID CREDENTIAL_NOT_FOUND
      CREDENTIAL_CONFLICT API_KEY_EXPIRED REQUEST_INVALID FORBIDDEN UNAUTHENTICATED UNSUPPORTED_TRANSACTION_TYPE
      INVALID_TRANSACTION INVALID_OIDC_TOKEN INVALID_ORGANIZATION_ID OAUTH2_CREDENTIAL_NOT_FOUND
      OAUTH2_PROVIDER_NOT_FOUND INVALID_OAUTH2_PROVIDER OAUTH2_PROVIDER_NOT_CONFIGURED INVALID_ACTIVITY_CALLER
      WALLET_ACCOUNT_NOT_EXPORTED INVALID_TIME RPC_CALL_ERROR INVALID_EMAIL INVALID_FQDN OAUTH_PROVIDER_ALREADY_EXISTS
      EMAIL_SENDING_DISABLED ORGANIZATION_MISMATCH MAX_OTP_INITIATED TVC_IMAGE_VALIDATION_FAILED
      TRANSACTION_RISK_SCREENING_DENIED TRANSACTION_RISK_SCREENING_UNVERIFIED TVC_CLIENT_VERSION_TOO_OLD
      SWAP_QUOTE_ALREADY_USED
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(Set(TurnkeyErrors.table.keys.filter { !$0.contains(" ") }) == Set(list))
    #expect(list.count == 39)
  }

  @Test("T45: the codes that were added later to the vendor's list are mapped")
  func mapsLaterCodesOfTheList() {
    let cases: [(String, AuthError.Code)] = [
      ("MAX_OTP_INITIATED", .rateLimited), ("OAUTH2_CREDENTIAL_NOT_FOUND", .methodNotAvailable),
      ("INVALID_OAUTH2_PROVIDER", .methodNotAvailable), ("INVALID_ACTIVITY_CALLER", .forbidden),
      ("INVALID_TRANSACTION", .invalidRequest), ("UNSUPPORTED_TRANSACTION_TYPE", .invalidRequest),
      ("WALLET_ACCOUNT_NOT_EXPORTED", .invalidState), ("INVALID_TIME", .clockSkew),
      ("RPC_CALL_ERROR", .serverError), ("TRANSACTION_RISK_SCREENING_DENIED", .forbidden),
      ("TRANSACTION_RISK_SCREENING_UNVERIFIED", .forbidden), ("SWAP_QUOTE_ALREADY_USED", .invalidState),
      ("TVC_IMAGE_VALIDATION_FAILED", .invalidRequest), ("TVC_CLIENT_VERSION_TOO_OLD", .unsupported),
    ]
    for (name, code) in cases {
      let found = error(400, ["code": 3, "message": "x", "details": [["turnkeyErrorCode": .string(name)]]])
      #expect(found.code == code, "\(name)")
      #expect(found.vendorCode == name)
    }
  }

  @Test("T47: too many codes are rate_limited, by the code or by the text, in every request")
  func tooManyCodes() {
    let text = "Max number of OTPs have been initiated please wait and try again"
    let captured: JSONValue = [
      "code": 3, "message": .string(text),
      "details": [
        ["@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", "turnkeyErrorCode": "MAX_OTP_INITIATED"]
      ], "turnkeyErrorCode": "MAX_OTP_INITIATED",
    ]
    for context in [TurnkeyErrors.Context.sendCode, .stamped, .verifyCode] {
      let found = error(400, captured, in: context)
      #expect(found.code == .rateLimited && found.vendorCode == "MAX_OTP_INITIATED", "\(context)")
      #expect(error(400, ["code": 3, "message": .string(text)], in: context).code == .rateLimited, "\(context)")
    }
  }

  @Test("T48: OAuth that is disabled in the dashboard is method_not_available, and the message names it")
  func reportsDisabledOAuth() {
    for context in [TurnkeyErrors.Context.logIn, .account, .signUp, .codeExchange] {
      for status in [400, 403] {
        let found = error(status, ["code": 3, "message": "OAUTH disallowed", "details": []], in: context)
        #expect(found.code == .methodNotAvailable, "\(context) \(status)")
        #expect(found.message.contains("dashboard") && found.vendorCode == nil)
      }
    }
  }

  @Test("T49: a policy's denial is forbidden, names the policies, and does not mention the proxy")
  func mapsAPolicysDenial() {
    let id = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
    func denial(_ evaluations: JSONValue) -> JSONValue {
      [
        "code": 7, "message": "You don't have sufficient permissions to take this action. Please add a policy.",
        "details": [
          [
            "@type": "type.googleapis.com/errors.v1.PolicyEnginePermissionError",
            "message": "No policies evaluated to outcome: Allow", "policyEvaluations": evaluations,
          ]
        ],
      ]
    }
    for context in [TurnkeyErrors.Context.stamped, .passkey, .signUp] {
      let found = error(403, denial([["policyId": .string(id), "outcome": "OUTCOME_DENY"]]), in: context)
      #expect(found.code == .forbidden && found.vendorCode == nil)
      #expect(found.underlying == "\(id) OUTCOME_DENY")
      #expect(found.message.contains("policies") && !found.message.contains("authProxyConfigId"))
      let bare = error(403, denial([]), in: context)
      #expect(bare.code == .forbidden && bare.message.contains("policies"))
      #expect(!bare.message.contains("authProxyConfigId"))
    }
    // The error repeats only texts that have the form of a decision, and it cuts a long list.
    let strange: JSONValue = [
      ["policyId": "canary <script>", "outcome": "OUTCOME_DENY"], ["policyId": "p", "outcome": "canary"],
    ]
    #expect(error(403, denial(strange)).underlying == nil)
    let many = JSONValue.array((0..<40).map { ["policyId": .string("p\($0)"), "outcome": "OUTCOME_DENY_IMPLICIT"] })
    #expect(error(403, denial(many)).underlying?.split(separator: ",").count == 5)
  }

  @Test("T49: a denial by the stamped API in other words does not mention the proxy")
  func mapsADenialInOtherWords() {
    for context in [TurnkeyErrors.Context.stamped, .passkey, .wallet] {
      let found = error(403, ["code": 7, "message": "words of another day", "details": []], in: context)
      #expect(found.code == .forbidden, "\(context)")
      #expect(!found.message.contains("authProxyConfigId") && !found.message.contains("another day"), "\(context)")
    }
    let proxy = error(403, ["code": 7, "message": "words of another day", "details": []], in: .account)
    #expect(proxy.code == .forbidden && proxy.message.contains("authProxyConfigId"))
  }

  @Test("T85: an expired key is recognised in the words of older servers, too")
  func recognisesAnExpiredKeyInOlderWords() {
    let text = "authentication failed: rpc error: code = Unauthenticated desc = expired api key publicKey=02ab"
    let found = error(403, ["code": 7, "message": .string(text), "details": []])
    #expect(found.code == .sessionExpired && TurnkeyErrors.endsSession(found))
    #expect(!found.message.contains("02ab"))
  }

  @Test("T50: an exceeded quota is not a rate limit")
  func mapsAnExceededQuota() {
    let text =
      "Resource exhausted: Signing is disabled because your organization is over its allotted quota. Please upgrade."
    let found = error(429, ["code": 8, "message": .string(text), "details": []])
    #expect(found.code == .forbidden)
    #expect(found.message.contains("quota"))
    #expect(found.recovery == .abort)
    #expect(error(429, ["code": 8, "message": "Too many requests"]).code == .rateLimited)
  }

  @Test("T51: an unknown passkey is no_credential without details, too")
  func mapsAnUnknownPasskey() {
    let text = "credential ID could not be found in organization or its parent organization organizationId=o"
    let found = error(401, ["code": 16, "message": .string(text), "details": []], in: .passkey)
    #expect(found.code == .noCredential)
    #expect(!found.message.contains("organizationId=o"))
  }

  @Test("T54: a response of the firewall or limiter is not an error of code, token or app")
  func mapsResponsesOfFirewallAndLimiter() {
    let page = "<!DOCTYPE html><title>Access denied</title>error code: 1010"
    for context in [TurnkeyErrors.Context.account, .sendCode, .verifyCode, .logIn, .signUp, .codeExchange] {
      let found = raw(403, page, in: context)
      #expect(found.code == .forbidden, "\(context)")
      #expect(found.message.contains("firewall") && !found.message.contains("authProxyConfigId"), "\(context)")
      #expect(!found.message.contains("1010"))
      #expect(raw(400, page, in: context).code == .providerError, "\(context)")
    }
    #expect(raw(429, "rate limited", in: .sendCode).code == .rateLimited)
  }
}
