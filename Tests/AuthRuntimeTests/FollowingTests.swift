import AuthCore
import AuthRuntime
import AuthTesting
import Testing

/// A configuration file that changes while the app runs.
@Suite struct FollowingTests {
  /// A provider that is only configured.
  private struct Idle: AuthProvider {
    struct Configuration: ProviderConfiguration {
      init(reading reader: inout ConfigurationReader) throws(AuthError) { _ = try reader.optionalString("label") }
    }

    let id: ProviderID
    let tenant = "tenant"
    let methods: [MethodID] = []

    init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

    func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow { throw AuthError(.unsupported, "No flows.") }
  }

  @Test func appliesAChangedFileAndIgnoresAnInvalidOne() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      #"{"provider":"a","providers":{"a":{"type":"idle"},"b":{"type":"idle"}}}"#, to: "auth.json")
    let auth = try AuthClient(
      configuration: .load(contentsOf: path, environment: [:]),
      plugins: [ProviderPlugin("idle", product: "Idle", provider: Idle.self)],
      services: .standard(for: AuthConfiguration(["providers": ["a": [:]], "storage": ["sessions": "memory"]])))
    let clock = ManualClock()
    let (changes, heard) = AsyncStream<Result<AuthConfiguration, AuthError>>.makeStream()
    let following = Task {
      await auth.follow(contentsOf: path, clock: clock) { heard.yield($0) }
      heard.finish()
    }
    var hearing = changes.makeAsyncIterator()
    func change(_ text: String) async throws -> Result<AuthConfiguration, AuthError>? {
      await clock.waitForSleepers()
      try directory.write(text, to: "auth.json")
      clock.advance(by: .seconds(2))
      return await hearing.next()
    }

    let second = #"{"provider":"b","providers":{"a":{"type":"idle"},"b":{"type":"idle"}}}"#
    #expect(try await change(second)?.get().provider == "b")
    #expect(auth.configuration.provider == "b")

    let refused = try await change(#"{"provider":"c","providers":{"a":{"type":"idle"}}}"#)
    #expect(throws: AuthError.self) { try refused?.get() }
    let half = try await change(#"{"provider":"a","providers":{"a":{"type""#)
    #expect(throws: AuthError.self) { try half?.get() }
    #expect(auth.configuration.provider == "b", "a bad file changes nothing")

    #expect(try await change(#"{"providers":{"a":{"type":"idle","label":"x"}}}"#)?.get().provider == "a")
    #expect(auth.configuration.provider == "a")
    following.cancel()
    #expect(await hearing.next() == nil)
    _ = await following.value
  }
}
