import AuthCore
import Testing

@testable import AuthHawcx

@Suite struct HawcxMethodSelectionTests {
  private let both = [
    HawcxMethod(id: "sms_otp", label: "", icon: nil), HawcxMethod(id: "magic_link", label: "", icon: nil),
    HawcxMethod(id: "email_otp", label: "", icon: nil),
  ]

  @Test func theIdentifierDecidesInThePrimaryPhase() {
    let selection = HawcxMethodSelection(policy: .automatic, wanted: nil)
    let table: [(identifier: String?, phase: String?, stepID: String?, choice: String?)] = [
      ("jane@example.com", "primary", nil, "email_otp"), ("+1 (415) 555-0100", "primary", nil, "sms_otp"),
      ("4155550", nil, nil, "sms_otp"), ("415555", nil, nil, nil), ("+415555", nil, nil, nil),
      ("jane", "primary", nil, nil), (nil, "primary", nil, nil),
      ("jane@example.com", "Verify Identity", nil, "email_otp"),
      ("jane@example.com", "mfa", nil, nil), ("jane@example.com", "later", nil, nil),
      ("jane@example.com", nil, "second-factor", nil), ("jane@example.com", nil, "device_trust", nil),
      ("jane@example.com", nil, "primary", "email_otp"), ("jane@example.com", nil, nil, "email_otp"),
      ("jane@example", nil, nil, nil), ("jäne@example.com", nil, nil, nil), ("j@e.c", nil, nil, nil),
    ]
    for row in table {
      let choice = selection.choice(of: both, phase: row.phase, stepID: row.stepID, identifier: row.identifier)
      #expect(choice == row.choice, "\(row)")
    }
  }

  @Test func choosesAMagicLinkWithoutACodeMethod() {
    let selection = HawcxMethodSelection(policy: .automatic, wanted: nil)
    let methods = Array(both.prefix(2))
    #expect(selection.choice(of: methods, phase: nil, stepID: nil, identifier: "jane@example.com") == "magic_link")
  }

  @Test("H87: the first method whose ID contains sms or phone") func choosesTheFirstMethodByTelephone() {
    let selection = HawcxMethodSelection(policy: .automatic, wanted: nil)
    let methods = [HawcxMethod(id: "phone_call", label: "", icon: nil)] + both
    #expect(selection.choice(of: methods, phase: nil, stepID: nil, identifier: "+1 415 555 0100") == "phone_call")
  }

  @Test("H82: the only method is chosen in every phase") func theOnlyMethodIsChosenInEveryPhase() {
    let selection = HawcxMethodSelection(policy: .automatic, wanted: nil)
    let one = [HawcxMethod(id: "totp", label: "", icon: nil)]
    #expect(selection.choice(of: one, phase: "primary", stepID: nil, identifier: "jane") == "totp")
    #expect(selection.choice(of: one, phase: "mfa", stepID: nil, identifier: "jane") == "totp")
    #expect(selection.choice(of: one, phase: nil, stepID: "mfa", identifier: nil) == "totp")
    let manual = HawcxMethodSelection(policy: .manual, wanted: nil)
    #expect(manual.choice(of: one, phase: "mfa", stepID: nil, identifier: "jane") == nil)
  }

  @Test func manualSelectionAsksUnlessTheAppNamedAMethod() {
    let manual = HawcxMethodSelection(policy: .manual, wanted: nil)
    #expect(manual.choice(of: both, phase: "primary", stepID: nil, identifier: "jane@example.com") == nil)
    let named = HawcxMethodSelection(policy: .manual, wanted: .smsOTP)
    #expect(named.choice(of: both, phase: "primary", stepID: nil, identifier: "jane@example.com") == "sms_otp")
    #expect(named.choice(of: both, phase: "mfa", stepID: nil, identifier: "jane@example.com") == nil)
    let absent = HawcxMethodSelection(policy: .manual, wanted: .passkey)
    #expect(absent.choice(of: both, phase: "primary", stepID: nil, identifier: "jane@example.com") == nil)
  }
}
