import Testing

@testable import AuthCore

/// A server's demand for another authentication (RFC 9470 §3).
@Suite struct StepUpChallengeTests {
  private func challenge(_ field: String, status: Int = 401) -> StepUpChallenge? {
    StepUpChallenge(TransportResponse(status: status, headers: ["WWW-Authenticate": field]))
  }

  @Test func readsTheStandardsExamples() {
    #expect(
      challenge(#"Bearer error="insufficient_user_authentication", acr_values="myACR other""#)
        == StepUpChallenge(classes: ["myACR", "other"]))
    #expect(
      challenge(#"Bearer error="insufficient_user_authentication", max_age="5""#) == StepUpChallenge(maximumAge: 5))
    #expect(
      challenge(#"DPoP error="insufficient_user_authentication", max_age=0, acr_values="a""#)
        == StepUpChallenge(classes: ["a"], maximumAge: 0))
    #expect(
      challenge(#"Basic realm="x", Bearer error="insufficient_user_authentication""#) == StepUpChallenge())
  }

  @Test func otherResponsesAreNone() {
    #expect(challenge(#"Bearer error="invalid_token", max_age="5""#) == nil)
    #expect(challenge(#"Bearer error="insufficient_user_authentication""#, status: 403) == nil)
    #expect(challenge("") == nil)
    for age in ["-1", "soon", "1.5", ""] {
      #expect(
        challenge(#"Bearer error="insufficient_user_authentication", max_age="\#(age)""#) == StepUpChallenge(), "\(age)"
      )
    }
  }

  @Test func aRequestCarriesTheDemand() {
    let demand = StepUpChallenge(classes: ["a", "b"], maximumAge: 5)
    let request = FlowRequest(stepUp: demand, action: "pay")
    #expect(request.purpose == .stepUp(action: "pay") && request.profile.stepUpChallenge == demand)
    #expect(FlowRequest(stepUp: StepUpChallenge(maximumAge: 0), action: "pay").profile.stepUpChallenge?.maximumAge == 0)
    var profile = request.profile
    profile.stepUpChallenge = nil
    #expect(profile.parameters.isEmpty && FlowProfile().stepUpChallenge == nil)
  }
}
