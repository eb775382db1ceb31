import AuthCore
import AuthStorage
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process that uses a store, one operation after the other.
final class User {
  private let root: String
  private let marks: Marks
  private let random: SeededRandomSource
  private var place: Place
  private var auth: AuthClient?

  init(root: String, seed: UInt64) throws(AuthError) {
    self.root = root
    marks = try Marks(root: root)
    random = SeededRandomSource(seed: seed)
    place = try Place(root: root, wrapping: "plain", random: random)
  }

  /// Performs an operation between two marks. The second mark contains all registers as they are then.
  func perform(_ words: [String]) async throws {
    marks.add("begin", ["operation": .array(words.map { .string($0) })])
    switch words[0] {
    case "open": place = try Place(root: root, wrapping: words[1], random: random)
    case "client": auth = try House.client(place, marks, random)
    case "sign-in": try await signIn(words[1])
    case "refresh": _ = try await client().refresh()
    case "sign-out": _ = try await client().signOut()
    case "restart": try await restart(words[1])
    default: try await performInStore(words)
    }
    // Another object reads the registers, so that the store's own memory stays as it is.
    let registers = try await Registers(Place(root: root, wrapping: place.wrapping))
    marks.add("done", ["registers": .object(registers.values)])
  }

  private func performInStore(_ words: [String]) async throws {
    switch words[0] {
    case "save": try await place.sessions.save(Self.session(words[1], UInt64(words[2]) ?? 1))
    case "select": try await place.sessions.select(words[1].isEmpty ? nil : SessionID(words[1]), for: "example")
    case "delete": try await place.sessions.delete(SessionID(words[1]))
    case "note": try await place.sessions.noteRenewal(of: Self.session(words[1], UInt64(words[2]) ?? 1))
    case "record": try await records(words[1]).replace(Secret(words[3]), for: words[2])
    case "remove": try await records(words[1]).remove(words[2], expecting: nil)
    case "key":
      let raw = Secret(Array(repeating: UInt8(words[1]) ?? 1, count: 32))
      _ = try await place.keys.importKey(raw, .ed25519, namespace: Registers.keyNamespace)
    case "unkey":
      for key in try await place.keys.keys(in: Registers.keyNamespace) { try await place.keys.delete(key) }
    case "rotate": try await place.storage.rotateWrappingKey()
    case "migrate": try await place.storage.migrate()
    case "nothing": break
    default: throw AuthError(.invalidRequest, "The operation '\(words[0])' is not known. Correct the scenario.")
    }
  }

  private func records(_ namespace: String) -> any RecordStore {
    namespace.isEmpty ? place.records : place.records.namespaced(namespace)
  }

  private func client() throws(AuthError) -> AuthClient {
    guard let auth else { throw AuthError(.invalidState, "The scenario opens no client before its first sign-in.") }
    return auth
  }

  private func signIn(_ identifier: String) async throws {
    let auth = try client()
    for await update in auth.signIn(identifier: identifier) {
      switch update {
      case .completed: return await auth.settle()
      case .failed(let error): throw error
      default: continue
      }
    }
  }

  /// Starts a client without a network, which finishes what an earlier process left.
  private func restart(_ configuration: String) async throws {
    let loaded = try AuthConfiguration.load(contentsOf: configuration)
    let auth = try House.offlineClient(loaded, place)
    _ = try await auth.storedSession()
    await auth.settle()
  }

  static func session(_ id: String, _ generation: UInt64) -> Session {
    Session(
      id: SessionID(id), providerID: "example", tenant: "tenant", subject: "subject-" + id,
      identifier: id + "@example.com",
      tokens: SessionTokens(access: Secret("access-\(id)-\(generation)"), refresh: Secret("refresh-\(generation)")),
      createdAt: Date(timeIntervalSince1970: 1_795_364_000),
      // Sizes differ, so that a record is sometimes longer and sometimes shorter than the one before it.
      claims: ["filler": .string(String(repeating: "x", count: Int(generation % 5) * 400))], generation: generation)
  }
}
