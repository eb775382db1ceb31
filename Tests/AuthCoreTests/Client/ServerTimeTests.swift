import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A wrong clock on this machine, as in AppAuth-iOS issues 362 and 618, and many similar ones.
@Suite struct ServerTimeTests {
  private static let server = Date(timeIntervalSince1970: 1_767_225_600)

  private func client(
    _ clock: ManualClock, _ transport: ScriptedTransport, _ observer: RecordingObserver
  ) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"stamp","providers":{"stamp":{}}}"#.utf8),
      plugins: [ProviderPlugin("stamp", product: "Stamp", provider: StampProvider.self)],
      services: ClientServices(
        provider: .testing(transport: transport, clock: clock, observer: observer),
        sessionStore: MemorySessionStore(clock: clock)))
  }

  /// Returns a server that accepts only stamps with a time difference of at most a minute, and sends its time with
  /// every response.
  private static func strict(age: String? = nil) -> ScriptedTransport {
    ScriptedTransport { (request) throws(AuthError) in
      let stamp = request.headers["X-Time"].flatMap { Double($0) } ?? 0
      let isClose = abs(stamp - server.timeIntervalSince1970) <= 60
      var response = TransportResponse.json([:], status: isClose ? 200 : 401)
      response.headers["Date"] = HTTPDate.encode(server)
      if let age { response.headers["Age"] = age }
      return response
    }
  }

  /// Returns a server that answers every request with the same status and its time.
  private static func answering(_ status: Int) -> ScriptedTransport {
    ScriptedTransport { (_) throws(AuthError) in
      TransportResponse(status: status, headers: ["Date": HTTPDate.encode(server)])
    }
  }

  private func request() throws -> TransportRequest {
    try TransportRequest("POST", "https://api.example.com/x")
  }

  @Test(arguments: [-3600.0, -300, 300, 3600])
  func aRequestRefusedForTheClockIsStampedAgainByTheServers(_ offset: Double) async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(offset))
    let transport = Self.strict()
    let observer = RecordingObserver()
    let auth = try client(clock, transport, observer)
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    #expect(try await auth.send(request(), session: session).status == 200)
    #expect(transport.requests.count == 2)
    #expect(try await auth.send(request(), session: session).status == 200)
    #expect(transport.requests.count == 3, "the correction is kept")
    let skews = observer.events.compactMap { event -> Double? in
      if case .clockSkew(_, let behind, true) = event { behind.seconds } else { nil }
    }
    #expect(skews.count == 1)
    #expect(abs((skews.first ?? 0) + offset) <= 2)
  }

  @Test func aClockADayOffIsReportedAndNotCorrected() async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(86_400))
    let observer = RecordingObserver()
    let transport = Self.strict()
    let auth = try client(clock, transport, observer)
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    #expect(try await auth.send(request(), session: session).status == 401)
    let told = observer.events.contains { if case .clockSkew(_, _, false) = $0 { true } else { false } }
    #expect(told)
  }

  @Test func anAnswerFromACacheSaysNothing() async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(600))
    let transport = Self.strict(age: "600")
    let auth = try client(clock, transport, RecordingObserver())
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    #expect(try await auth.send(request(), session: session).status == 401)
    #expect(transport.requests.count == 1)
  }

  /// A `Date` field has a resolution of a second, so a difference of up to a second may be none.
  @Test(arguments: [(-1.5, 1), (-2, 1), (-2.5, 2), (3, 1), (3.5, 2)])
  func aRefusalIsOfTheClockWhereThatIsMoreThanASecondOff(_ offset: Double, _ requests: Int) async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(offset))
    let transport = Self.answering(401)
    let auth = try client(clock, transport, RecordingObserver())
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    #expect(try await auth.send(request(), session: session).status == 401)
    #expect(transport.requests.count == requests)
  }

  @Test func aRefusalByTheServersOwnTimeIsNotOfTheClock() async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(300))
    let transport = Self.answering(401)
    let auth = try client(clock, transport, RecordingObserver())
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    _ = try await auth.send(request(), session: session)
    #expect(transport.requests.count == 2)
    _ = try await auth.send(request(), session: session)
    #expect(transport.requests.count == 3)
  }

  @Test func anAcceptedRequestIsSentOnceWhateverTheClock() async throws {
    let clock = ManualClock(Self.server.addingTimeInterval(3600))
    let transport = Self.answering(200)
    let auth = try client(clock, transport, RecordingObserver())
    let session = Session.sample(provider: "stamp", created: clock.now(), life: nil)
    #expect(try await auth.send(request(), session: session).status == 200)
    #expect(transport.requests.count == 1)
  }

  @Test func expiryIsJudgedByTheServersClock() async throws {
    // The clock is an hour fast: without the correction, a session of half an hour would have expired on arrival.
    let clock = ManualClock(Self.server.addingTimeInterval(3600))
    let auth = try client(clock, Self.strict(), RecordingObserver())
    _ = try await auth.send(request(), session: .sample(provider: "stamp", created: clock.now(), life: nil))
    try await auth.instance("stamp").adopt(.sample(provider: "stamp", created: Self.server, life: 1800))
    #expect(try await auth.session().id == SessionID("s1"))
    #expect(try await auth.state().name == "signedIn")
  }
}

/// A provider that stamps requests with its clock's time.
private struct StampProvider: RequestAuthorizing {
  struct Configuration: ProviderConfiguration {
    init(reading reader: inout ConfigurationReader) throws(AuthError) {}
  }

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins = [Origin("https://api.example.com")].compactMap(\.self)
  let clock: any AuthClock

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    clock = services.clock
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    var request = request
    request.headers["X-Time"] = "\(clock.now().timeIntervalSince1970)"
    return request
  }
}
