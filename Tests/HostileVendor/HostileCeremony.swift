import AuthCore
import AuthTesting

/// A ceremony of a provider, whose responses are replaced one by one.
enum HostileCeremony: Sendable {
  /// A flow that needs no session.
  case signIn(FlowRequest)
  /// A flow of a signed-in user: a step-up, a link, an enrolment; and the flows that the user has completed before.
  case purpose(FlowRequest, after: [FlowRequest])
  /// The renewal of an expired session.
  case renewal
  /// An authorised request.
  case request
  case signOut

  /// The ceremonies of a fixture, with their names.
  static func all(
    of fixture: ProviderFixture, _ server: ConformanceServer
  ) -> [(name: String, ceremony: HostileCeremony)] {
    var all: [(String, HostileCeremony)] = [("sign in", .signIn(fixture.request))]
    // A method with the app's own tokens is possible only if the fixture has such a source.
    let methods = fixture.methodRequests.filter { $0.key != .customJWT || server.tokenProvider != nil }
    for (method, request) in methods.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      all.append(("sign in, \(method)", .signIn(request)))
    }
    for (index, request) in fixture.purposeRequests.enumerated() {
      all.append((name(request.purpose), .purpose(request, after: Array(fixture.purposeRequests[..<index]))))
    }
    all.append(("renewal", .renewal))
    if server.protectedRequest != nil { all.append(("request", .request)) }
    return all + [("sign out", .signOut)]
  }

  private static func name(_ purpose: FlowRequest.Purpose) -> String {
    switch purpose {
    case .stepUp: "step up"
    case .link(let method): "link, \(method)"
    case .enroll(let method): "enrol, \(method)"
    default: "\(purpose)"
    }
  }
}
