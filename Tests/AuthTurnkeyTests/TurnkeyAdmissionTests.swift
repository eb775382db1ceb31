import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests in tables how account, purpose and configuration decide the steps from a proof to a session.
@Suite struct TurnkeyAdmissionTests {
  private let session = Session(
    id: SessionID("s"), providerID: "turnkey", tenant: "org", subject: "user",
    createdAt: Date(timeIntervalSince1970: 0))

  private func admission(_ purpose: FlowRequest.Purpose = .signIn, signsUp: Bool = true) throws -> TurnkeyAdmission {
    let identity = try VerifiedIdentity(
      accountName: "google", token: Secret("eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJpIiwic3ViIjoicyIsImF1ZCI6ImEifQ.c2ln"),
      names: OAuthClientNames(of: .google, TurnkeyOAuthConfiguration(reading: nil), clientID: nil),
      sessionID: SessionID("s"),
      key: KeyReference(storeID: "memory", keyID: "k", algorithm: .p256, publicKey: [4]))
    return TurnkeyAdmission(
      .account(identity), for: purpose, signsUp: signsUp, newUser: NewUser(contact: nil, profile: FlowProfile()))
  }

  private func name(_ next: TurnkeyAdmission.Next, _ admission: TurnkeyAdmission) -> String {
    switch next {
    case .goesOn: admission.effect.name
    case .completed(let session, let isNewUser): "session \(session.id) new \(isNewUser)"
    case .refused(let error): "refused \(error.code)"
    case .misplaced: "misplaced"
    }
  }

  @Test(
    arguments: [(FlowRequest.Purpose, Bool, String?, String)]([
      (FlowRequest.Purpose.signIn, true, "sub", "logIn sub"), (.signIn, false, "sub", "logIn sub"),
      (.signUp, true, "sub", "refused user_exists"), (.signUp, false, "sub", "refused user_exists"),
      (.signIn, true, nil, "signUp"), (.signIn, false, nil, "refused user_not_found"), (.signUp, true, nil, "signUp"),
      (.signUp, false, nil, "signUp"),
    ]))
  func account(_ purpose: FlowRequest.Purpose, _ signsUp: Bool, _ organization: String?, _ expected: String) throws {
    var admission = try admission(purpose, signsUp: signsUp)
    #expect(admission.effect.name == "lookUp")
    let next = admission.received(.account(organizationID: organization))
    #expect(name(next, admission) == expected)
  }

  @Test func newUser() throws {
    var admission = try admission()
    _ = admission.received(.account(organizationID: nil))
    let signedUp = admission.received(.signedUp(organizationID: "new"))
    #expect(name(signedUp, admission) == "logIn new")
    let loggedIn = admission.received(.loggedIn(session))
    #expect(name(loggedIn, admission) == "session s new true")
  }

  @Test func lostResponses() throws {
    var admission = try admission(.signUp)
    admission.responseLost()
    #expect(admission.effect.name == "lookUp")
    _ = admission.received(.account(organizationID: nil))
    admission.responseLost()
    #expect(admission.effect.name == "lookUp", "the user may exist already")
    let found = admission.received(.account(organizationID: "new"))
    #expect(name(found, admission) == "logIn new")
    admission.responseLost()
    #expect(admission.effect.name == "logIn new")
    let loggedIn = admission.received(.loggedIn(session))
    #expect(name(loggedIn, admission) == "session s new true")
  }

  @Test func misplacedOutcomes() throws {
    var admission = try admission()
    for outcome in [TurnkeyOutcome.released, .signedUp(organizationID: "a"), .loggedIn(session)] {
      let next = admission.received(outcome)
      #expect(name(next, admission) == "misplaced")
    }
    #expect(admission.effect.name == "lookUp")
  }
}
