import AuthCore
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requirements of the user's authentication: the parameters of the request, and the check of the ID token.
@Suite struct OIDCRequirementTests {
  private let start = Date(timeIntervalSince1970: 10_000)

  private func isMet(_ requirement: OIDCRequirement, _ token: JSONObject) -> Bool {
    do throws(AuthError) {
      try requirement.check(token, since: start, leeway: .seconds(10))
      return true
    } catch {
      #expect(error.code == .invalidToken)
      return false
    }
  }

  @Test func classesAreChecked() {
    let requirement = OIDCRequirement(classes: ["gold", "silver"])
    #expect(isMet(requirement, ["acr": "gold"]) && isMet(requirement, ["acr": "silver"]))
    for token: JSONObject in [[:], ["acr": "bronze"], ["acr": "gold silver"], ["acr": ["gold"]], ["acr": 1]] {
      #expect(!isMet(requirement, token), "\(token)")
    }
    #expect(isMet(OIDCRequirement(), [:]))
  }

  /// OpenID Connect Core §3.1.2.1: the age at the time of the request, and not when the token arrives.
  @Test(arguments: [
    (0, 9_990, true), (0, 9_989, false), (0, 10_500, true), (60, 9_930, true), (60, 9_929, false), (3600, 6_390, true),
  ])
  func ages(_ age: Int64, _ time: Int64, _ expected: Bool) {
    #expect(isMet(OIDCRequirement(maximumAge: age), ["auth_time": .integer(time)]) == expected)
  }

  @Test func anAgeNeedsATime() {
    for token: JSONObject in [[:], ["auth_time": "10000"], ["auth_time": .null]] {
      #expect(!isMet(OIDCRequirement(maximumAge: 60), token), "\(token)")
    }
  }

  /// OpenID Connect Core §5.5.1.1: only an essential `acr` has to be met.
  @Test func essentialClaimsAreChecked() {
    func asking(_ claims: JSONObject) -> OIDCRequirement { OIDCRequirement(claims: ["id_token": .object(claims)]) }
    let named = asking(["acr": ["essential": true, "values": ["gold", "silver"]]])
    #expect(isMet(named, ["acr": "silver"]) && !isMet(named, ["acr": "bronze"]) && !isMet(named, [:]))
    let one = asking(["acr": ["essential": true, "value": "gold"]])
    #expect(isMet(one, ["acr": "gold"]) && !isMet(one, ["acr": "silver"]))
    let any = asking(["acr": ["essential": true]])
    #expect(isMet(any, ["acr": "x"]) && !isMet(any, [:]))
    let voluntary = asking(["acr": ["values": ["gold"]], "email": .null])
    #expect(isMet(voluntary, [:]) && isMet(voluntary, ["acr": "bronze"]))
    let timed = asking(["auth_time": ["essential": true]])
    #expect(isMet(timed, ["auth_time": 1]) && !isMet(timed, [:]))
    let both = OIDCRequirement(classes: ["gold", "silver"], claims: named.claims)
    #expect(isMet(both, ["acr": "gold"]) && !isMet(both, ["acr": "bronze"]))
  }

  @Test func theRequestNamesThem() {
    let requirement = OIDCRequirement(
      classes: ["gold", "silver"], maximumAge: 60, claims: ["id_token": ["acr": ["essential": true]]])
    #expect(
      requirement.fields.map { "\($0.name) \($0.value)" } == [
        "acr_values gold silver", "max_age 60", #"claims {"id_token":{"acr":{"essential":true}}}"#,
      ])
    #expect(OIDCRequirement().fields.isEmpty)
    #expect(OIDCRequirement(json: requirement.json) == requirement)
    #expect(OIDCRequirement(json: nil) == OIDCRequirement())
  }

  @Test func aStepUpRaisesIt() {
    let own = OIDCRequirement(classes: ["silver"], maximumAge: 60)
    #expect(own.raised(by: nil) == OIDCRequirement(classes: ["silver"], maximumAge: 0))
    #expect(own.raised(by: StepUpChallenge()).maximumAge == 0)
    #expect(own.raised(by: StepUpChallenge(classes: ["gold"])) == OIDCRequirement(classes: ["gold"], maximumAge: 60))
    #expect(own.raised(by: StepUpChallenge(maximumAge: 5)) == OIDCRequirement(classes: ["silver"], maximumAge: 5))
    #expect(own.raised(by: StepUpChallenge(maximumAge: 600)).maximumAge == 60)
    #expect(OIDCRequirement().raised(by: StepUpChallenge(maximumAge: 600)).maximumAge == 600)
  }
}
