import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthRuntime
import AuthStorage
import AuthTesting
import AuthTurnkey
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory that release 334a844 wrote, with sessions of all four vendors, a second account, a suspended flow and
/// push credentials. Every later build must open it without signing out any user.
@Suite struct EarlierStoreTests {
  private static let sessions: [String: ProviderID] = [
    "78gwqYqukYA6upgh-OuOlg": "turnkey", "0abdf2c3-bff5-405f-a39b-bc3ae726ef60": "privy",
    "L28Bv4BP-owebOkgzg2bLg": "hawcx", "Nhb1iJKZettnSXRD06T0iA": "authsignal", "szetfZsy34dYAfYgUVfqDg": "authsignal",
  ]
  private static let selected: [ProviderID: String] = [
    "turnkey": "78gwqYqukYA6upgh-OuOlg", "privy": "0abdf2c3-bff5-405f-a39b-bc3ae726ef60",
    "hawcx": "L28Bv4BP-owebOkgzg2bLg", "authsignal": "Nhb1iJKZettnSXRD06T0iA",
  ]
  private static let ticket = FlowTicket(rawValue: "aGF3Y3g.4WlGsFXCZQGM_K8jPNeNNQ")
  /// A time at which all sessions of the fixture are valid.
  private static let written = Date(timeIntervalSince1970: 1_795_365_000)

  private let house = EarlierHouse()

  @Test func everySessionIsFoundAndSelectedAsItWas() async throws {
    let auth = try house.client(at: Self.written)
    let found = try await auth.sessions()
    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.id.rawValue, $0.providerID) }) == Self.sessions)
    for (provider, id) in Self.selected {
      #expect(try await auth.storedSession(provider: provider)?.id.rawValue == id)
      let state = try await auth.state(provider: provider)
      #expect(state.name == "signedIn", "\(provider): \(state.name)")
    }
    #expect(try await auth.session().id.rawValue == Self.selected["turnkey"])
  }

  /// A year later, no session can be renewed without a network. That signs no user out.
  @Test func noUserIsSignedOutByTimeAndABadNetwork() async throws {
    let auth = try house.client(at: Self.written.addingTimeInterval(365 * 86_400))
    for (provider, id) in Self.selected {
      _ = try? await auth.session(provider: provider)
      await auth.settle()
      #expect(try await auth.storedSession(provider: provider)?.id.rawValue == id)
    }
    #expect(try await auth.sessions().count == Self.sessions.count)
  }

  @Test func theFallbackServesOnceThePrimarySignedOut() async throws {
    let auth = try house.client(at: Self.written)
    _ = try await auth.signOut(provider: "turnkey")
    #expect(try await auth.session().id.rawValue == Self.selected["authsignal"])
    #expect(try await auth.sessions().count == Self.sessions.count - 1)
  }

  @Test func theSuspendedFlowContinues() async throws {
    let auth = try house.client(at: Self.written)
    let flow = auth.resume(Self.ticket)
    for await update in flow {
      guard case .prompt(let prompt, _) = update else { continue }
      guard case .enterCode = prompt else {
        Issue.record("the flow continues with another prompt: \(prompt)")
        break
      }
      await flow.cancel()
      return
    }
    Issue.record("the flow ended without a prompt")
  }

  @Test func thePushCredentialIsThere() async throws {
    let auth = try house.client(at: Self.written)
    let provider = try #require(try auth.provider("authsignal") as? AuthsignalProvider)
    // For a stored credential the client queries the server, which fails here. Without one the result is nil.
    await #expect(throws: AuthError(.network, "")) { _ = try await provider.devices.credential(.push) }
    #expect(try await provider.devices.credential(.qrCode) == nil)
  }

  @Test func theDirectoryIsComplete() async throws {
    let inventory = try FileStorage(directory: house.state).inventory()
    #expect(inventory.unreadable.isEmpty)
    #expect(inventory.readable >= 14)
  }
}

/// A copy of the directory for a client without a network. The copy has the file modes that a repository does not keep.
private final class EarlierHouse: Sendable {
  let path: String
  var state: String { path + "/state" }

  init() {
    path = "/tmp/latchkey-earlier-" + SystemRandomSource().token()
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(2)
    let source = (parts + ["Vectors", "stores", "334a844"]).joined(separator: "/")
    do {
      try FileManager.default.copyItem(atPath: source, toPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        var isDirectory = false
        _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isDirectory)
        try FileManager.default.setAttributes(
          [.posixPermissions: isDirectory ? 0o700 : 0o600], ofItemAtPath: path + "/" + name)
      }
    } catch {
      Issue.record("the fixture cannot be copied: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func client(at date: Date) throws -> AuthClient {
    let storage = FileStorage(directory: state)
    let services = ProviderServices(
      transport: ScriptedTransport { (_) throws(AuthError) in throw AuthError(.network, "There is no network.") },
      keys: KeyRing(FileKeyStore(storage)), records: FileRecordStore(storage), clock: ManualClock(date))
    let json = try Data(contentsOf: URL(fileURLWithPath: path + "/auth.json"))
    return try AuthClient(
      configuration: AuthConfiguration(parsing: json), plugins: [.turnkey, .privy, .hawcx, .authsignal],
      services: ClientServices(provider: services, sessionStore: FileSessionStore(storage)))
  }
}
