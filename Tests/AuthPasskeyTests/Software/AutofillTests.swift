import AuthCore
import AuthPasskey
import AuthStorage
import AuthTesting
import Testing

/// Passkey autofill: at most one ceremony at a time, and a distinct error for each outcome.
@Suite struct AutofillTests {
  let keys = MemoryKeyStore()
  let records = MemoryRecordStore()
  let clock = ManualClock()
  let seen = Interactions()

  final class Interactions: Sendable {
    private let list = Locked<[PasskeyInteraction]>([])
    func add(_ interaction: PasskeyInteraction) { list.withLock { $0.append(interaction) } }
    var all: [PasskeyInteraction] { list.withLock { $0 } }
  }

  /// An authenticator whose user approves a sheet at once, and an autofill suggestion only after an hour.
  func authenticator() -> SoftwarePasskeyAuthenticator {
    SoftwarePasskeyAuthenticator(keys: keys, records: records, onInteraction: { [seen] in seen.add($0) }) {
      [clock] ceremony in
      guard ceremony.isAutofill else { return .approve(isVerified: true) }
      do throws(CancellationError) { try await clock.sleep(for: .seconds(3600)) } catch { return .deny }
      return .approve(isVerified: true)
    }
  }

  var creation: PasskeyCreationRequest {
    PasskeyCreationRequest(
      relyingPartyID: "example.org", relyingPartyName: "Example", userHandle: [1], userName: "user@example.org",
      displayName: "User", challenge: [1])
  }

  func request(_ mediation: PasskeyOptions.Mediation) -> PasskeyAssertionRequest {
    PasskeyAssertionRequest(
      relyingPartyID: "example.org", challenge: [1], options: PasskeyOptions(mediation: mediation))
  }

  func suggest(_ authenticator: SoftwarePasskeyAuthenticator) -> Task<PasskeyAssertion, any Error> {
    let request = request(.conditional)
    return Task { try await authenticator.get(request) }
  }

  @Test func acceptsASuggestion() async throws {
    let authenticator = authenticator()
    _ = try await authenticator.create(creation)
    let suggestion = suggest(authenticator)
    await clock.waitForSleepers()
    #expect(seen.all.last == .began(.use, isAutofill: true))
    clock.advance(by: .seconds(3600))
    #expect(try await suggestion.value.userHandle == [1])
    #expect(
      seen.all == [
        .began(.create, isAutofill: false), .approved(.create, isAutofill: false), .began(.use, isAutofill: true),
        .approved(.use, isAutofill: true),
      ])
  }

  @Test func sheetEndsASuggestion() async throws {
    let authenticator = authenticator()
    _ = try await authenticator.create(creation)
    let suggestion = suggest(authenticator)
    await clock.waitForSleepers()
    #expect(try await authenticator.get(request(.modal)).userHandle == [1])
    await #expect(throws: AuthError(.cancelled, "")) { try await suggestion.value }
    #expect(seen.all.contains(.dismissed(.use, isAutofill: true)))
  }

  @Test func suggestionEndsTheEarlierOne() async throws {
    let authenticator = authenticator()
    _ = try await authenticator.create(creation)
    let first = suggest(authenticator)
    await clock.waitForSleepers()
    let second = suggest(authenticator)
    await #expect(throws: AuthError(.cancelled, "")) { try await first.value }
    await clock.waitForSleepers()
    await authenticator.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await second.value }
    #expect(seen.all.filter { $0 == .dismissed(.use, isAutofill: true) }.count == 2)
  }

  @Test func distinguishesOutcomes() async throws {
    let authenticator = authenticator()
    await #expect(throws: AuthError(.noCredential, "")) { try await authenticator.get(request(.conditional)) }
    #expect(seen.all.isEmpty)
    let made = try await authenticator.create(creation)
    var again = creation
    again.excludedCredentials = [made.credentialID]
    await #expect(throws: AuthError(.credentialExcluded, "")) { try await authenticator.create(again) }
    let denying = SoftwarePasskeyAuthenticator(keys: keys, records: records) { _ in .deny }
    // A refusal does not reveal which passkeys are on this device.
    await #expect(throws: AuthError(.cancelled, "")) { try await denying.create(again) }
    await #expect(throws: AuthError(.cancelled, "")) { try await denying.get(request(.conditional)) }
    again.options.mediation = .conditional
    await #expect(throws: AuthError(.unsupported, "")) { try await authenticator.create(again) }
  }

  @Test func availabilityFollowsTheKeyStore() async {
    let authenticator = authenticator()
    #expect(await authenticator.isAvailable())
    #expect(await authenticator.isAutofillAvailable())
    let none = SoftwarePasskeyAuthenticator(
      keys: KeylessStore(), records: records, consent: UnattendedConsent.verified)
    #expect(await !none.isAvailable())
    #expect(await !none.isAutofillAvailable())
    await #expect(throws: AuthError(.unsupported, "")) { try await none.create(creation) }
  }
}

/// A key store that supports no algorithm.
private struct KeylessStore: KeyStore {
  let id = "keyless"
  let supportedAlgorithms: [KeyAlgorithm] = []
  let isExportable = false
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference { throw AuthError(.unsupported, "This store makes no keys.") }
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    throw AuthError(.keyUnavailable, "This store has no keys.")
  }
  func delete(_ key: KeyReference) async throws(AuthError) {}
}
