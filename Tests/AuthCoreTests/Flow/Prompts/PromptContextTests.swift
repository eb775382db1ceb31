import Testing

@testable import AuthCore

/// The parts of a prompt's context that are kept after an error, and the equality of contexts.
@Suite struct PromptContextTests {
  private let full = PromptContext(
    stepID: "s", stepLabel: "l", phase: "p", risk: RiskInformation(detected: true), traceID: "t",
    attemptsRemaining: 3, lastError: AuthError(.invalidCode, "Wrong."),
    alternatives: [MethodOption(id: .totp, label: "App")], details: ["a": 1])

  @Test func everyPartCounts() {
    #expect(full == full)
    let changes: [(inout PromptContext) -> Void] = [
      { $0.stepID = nil }, { $0.stepLabel = nil }, { $0.phase = nil }, { $0.risk = nil }, { $0.traceID = nil },
      { $0.attemptsRemaining = nil }, { $0.lastError = nil }, { $0.details = .null }, { $0.alternatives = [] },
      { $0.lastError = AuthError(.invalidCode, "Other.") }, { $0.lastError = AuthError(.forbidden, "Wrong.") },
    ]
    for (index, change) in changes.enumerated() {
      var other = full
      change(&other)
      #expect(other != full, "change \(index)")
    }
  }

  @Test func onlyTheOtherMethodsAreAllowedUnderAnyPrompt() {
    #expect(full.allows(.method(.totp)) && !full.allows(.method(.emailOTP)) && !full.allows(.resend))
  }

  @Test func aFaultKeepsWhatItDoesNotName() {
    let plain = full.failing(AuthError(.network, "Down."))
    #expect(plain.lastError?.code == .network)
    #expect(plain.attemptsRemaining == 3 && plain.traceID == "t" && plain.stepID == "s")
    let told = full.failing(AuthError(.invalidCode, "Wrong.", attemptsRemaining: 1, traceID: "u"))
    #expect(told.attemptsRemaining == 1 && told.traceID == "u")
    #expect(full.cleared.lastError == nil && full.cleared.stepID == "s")
  }
}
