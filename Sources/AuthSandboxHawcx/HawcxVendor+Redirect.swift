import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `GET /sandbox/redirect?state=`: the simulated identity provider, which signs every visitor in and redirects back.
  /// With the query field `deny`, the redirect has the error `access_denied` instead of a code.
  mutating func visitIdentityProvider(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard let state = request.queryValue("state") else {
      return .refusal(400, "malformed_request", "state is missing. Open the URL of the flow's redirect step.")
    }
    for (id, flow) in flows {
      guard case .redirect(var redirect) = flow.step, ConstantTime.equal(redirect.state, state) else { continue }
      var location = redirect.target + "?state=" + PercentEncoding.encode(state)
      if request.queryValue("deny") == nil {
        let code = world.random.token()
        redirect.code = (code, world.now.addingTimeInterval(HawcxRedirect.codeLifetime))
        location += "&code=" + code
      } else {
        location += "&error=access_denied"
      }
      flows[id]?.step = .redirect(redirect)
      return SandboxResponse(status: 302, headers: ["Location": location, "Cache-Control": "no-store"])
    }
    return .refusal(404, "not_found", "No flow is waiting for this state. Start the sign-in again.")
  }

  /// Handles `oauth_callback`: the state must be that of the flow, and the code must have been issued for this state
  /// and not have expired.
  mutating func finishRedirect(
    _ redirect: HawcxRedirect, _ action: HawcxAction, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    guard let state = action.text("state"), ConstantTime.equal(state, redirect.state) else {
      return .failure(.oauthStateMismatch)
    }
    guard let code = action.text("code"), redirect.accepts(code, now: world.now) else { return .failure(.oauthFailed) }
    return passed(redirect.method, &flow, world: &world)
  }
}
