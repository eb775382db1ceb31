import AuthCore
import Testing

@Suite struct AuthErrorTests {
  /// A literal copy of the contract's table of codes and kinds.
  static let table: [AuthError.Code.Kind: String] = [
    .refused: """
    invalid_code invalid_password code_expired too_many_attempts invalid_identifier user_not_found user_exists
    invite_required invalid_token token_expired token_required no_credential credential_excluded cancelled
    approval_denied approval_expired redirect_denied
    redirect_mismatch flow_expired not_signed_in session_expired session_revoked renewal_lost reauthentication_required key_unavailable
    signature_invalid mfa_required mfa_enrollment_required consensus_needed captcha_required forbidden
    """,
    .transient:
      "network timeout rate_limited server_error malformed_response response_too_large tls clock_skew store_locked store_unavailable",
    .configuration: """
    invalid_configuration provider_not_linked origin_not_allowed method_not_available unsupported
    request_authorization_unsupported missing_auth_proxy_configuration
    """,
    .storage: "store_corrupt store_rolled_back store_version store_full store_permissions",
    .usage: "invalid_request invalid_state flow_busy",
    .fault: "internal provider_error unsupported_prompt",
  ]

  @Test func codesAndKindsAreTheContracts() {
    var names: Set<String> = []
    for (kind, list) in Self.table {
      for name in list.split(whereSeparator: \.isWhitespace).map(String.init) {
        #expect(names.insert(name).inserted)
        #expect(AuthError.Code(rawValue: name).kind == kind, "\(name)")
        #expect(AuthError(AuthError.Code(rawValue: name), "").isTransient == (kind == .transient), "\(name)")
      }
    }
    #expect(names.count == 59)
    #expect(Set(AuthError.Code.allCases.map(\.rawValue)) == names)
    #expect(AuthError.Code.allCases.count == names.count)
    #expect(AuthError.Code(rawValue: "something_new").kind == .fault)
  }

  @Test func equalByCodeAlone() {
    #expect(AuthError(.invalidCode, "one") == AuthError(.invalidCode, "two", attemptsRemaining: 2))
    #expect(AuthError(.invalidCode, "one") != AuthError(.codeExpired, "one"))
  }

  @Test func printsCodeMessageAttemptsAndTrace() {
    let error = AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: 2, traceID: "t-1")
    #expect("\(error)" == "invalid_code: The code is wrong. (2 attempts left) [trace t-1]")
    let words = (0...2).map { AuthError.attemptsLeft($0) }
    #expect(words == ["0 attempts left", "1 attempt left", "2 attempts left"])
  }

  @Test func recoveryFollowsTheCodeUnlessSaidOtherwise() {
    let table: [(AuthError.Code, AuthError.Recovery)] = [
      (.invalidCode, .retryInput), (.codeExpired, .resend), (.tooManyAttempts, .restart), (.network, .retryRequest),
      (.storeLocked, .retryRequest), (.notSignedIn, .signIn), (.methodNotAvailable, .selectMethod),
      (.storeCorrupt, .abort), (.invalidConfiguration, .abort),
    ]
    for (code, recovery) in table { #expect(AuthError(code, "").recovery == recovery) }
    #expect(AuthError(.network, "", recovery: .abort).recovery == .abort)
  }

  @Test func theInnermostProviderStays() {
    let error = AuthError(.network, "").adding(provider: "turnkey")
    #expect(error.provider == "turnkey")
    #expect(error.adding(provider: "other").provider == "turnkey")
  }
}
