import AuthCore
import AuthCrypto
import AuthTesting
import AuthTurnkey
import BackendServer
import FleetSigner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures stamps per second with bare stampers and with a fleet, on one thread and on several. All measurements
/// belong to one run, because only the ratios within a run can be compared.
struct Measurements {
  private static let body = [UInt8](repeating: 0x61, count: 256)
  private let duration: Duration
  private let stampers: [APIKeyStamper]
  private let tokens: [String]
  private let fleet: Fleet

  init(seconds: Int) throws {
    duration = .seconds(seconds)
    let keys = (0..<64).map { _ in P256.Signing.PrivateKey() }
    stampers = try keys.map {
      try APIKeyStamper(
        publicKeyHex: Hex.encode(Array($0.publicKey.compressedRepresentation)),
        privateKeyHex: Secret(Hex.encode(Array($0.rawRepresentation))))
    }
    let random = SystemRandomSource()
    let tokens = keys.map { _ in Base64URL.encode(random.bytes(32)) }
    self.tokens = tokens
    let callers: [JSONValue] = zip(tokens, stampers).enumerated().map { index, pair in
      [
        "name": .string("caller-\(index)"), "keys": [.string(pair.1.publicKeyHex)],
        "tokenSHA256": .string(Hex.encode(Array(SHA256.hash(data: Array(pair.0.utf8))))),
      ]
    }
    fleet = try Fleet(
      FleetConfiguration(["keys": ["directory": "/nowhere"], "callers": .array(callers)]), keys: FleetKeys(stampers),
      transport: ScriptedTransport([]), log: FleetLog(everything: false) { _ in })
  }

  func print() throws {
    let server = try HTTPServer()
    server.start(answering: { [fleet] in fleet.answer($0) })
    defer { server.stop() }
    let bare = [1, 2].map { rate(threads: $0) { [stampers] in try bareStamp(stampers[$0 % stampers.count]) } }
    let inProcess = [1, 2].map { rate(threads: $0) { [self] in try ask($0) } }
    let overSockets = [1, 2, 32].map { threads in
      rate(threads: threads) { [tokens, port = server.port] thread in
        try LoopbackClient(port: port, token: tokens[thread % tokens.count]).post(Self.body)
      }
    }
    Swift.print("\(stampers.count) keys and callers, bodies of \(Self.body.count) bytes, \(duration) each\n")
    row("bare stamps, 1 thread", bare[0], bare[0])
    row("bare stamps, 2 threads", bare[1], bare[0])
    row("the fleet without sockets, 1 thread", inProcess[0], bare[0])
    row("the fleet without sockets, 2 threads", inProcess[1], bare[0])
    row("over loopback, 1 connection", overSockets[0], bare[0])
    row("over loopback, 2 connections", overSockets[1], bare[0])
    row("over loopback, 32 connections", overSockets[2], bare[0])
  }

  private func row(_ name: String, _ value: Double, _ floor: Double) {
    let padding = String(repeating: " ", count: max(40 - name.count, 1))
    Swift.print("\(name)\(padding)\(Int(value)) a second, \(Int((value / floor * 100).rounded())) %")
  }

  private func bareStamp(_ stamper: APIKeyStamper) throws -> () throws -> Void {
    { _ = try stamper.stamp(Self.body) }
  }

  private func ask(_ thread: Int) throws -> () throws -> Void {
    let authorization = "Bearer " + tokens[thread % tokens.count]
    return { [fleet] in
      let request = BackendRequest("POST", "/stamp", authorization: authorization, body: Self.body)
      guard case .ready(let response) = fleet.answer(request), response.status == 200 else {
        throw AuthError(.internalError, "The fleet did not stamp. Report this to Latchkey's maintainers.")
      }
    }
  }

  /// Returns the rounds per second of all threads together. `make` returns a thread's work, given the thread's number.
  /// A thread whose work throws an error prints the error and stops.
  private func rate(threads: Int, _ make: @escaping @Sendable (Int) throws -> () throws -> Void) -> Double {
    let tally = Tally()
    let end = ContinuousClock.now + duration
    for thread in 0..<threads {
      DetachedThread.start {
        var rounds = 0
        do {
          let work = try make(thread)
          while ContinuousClock.now < end {
            for _ in 0..<16 { try work() }
            rounds += 16
          }
        } catch {
          Swift.print("thread \(thread): \(error)")
        }
        tally.add(rounds)
      }
    }
    while tally.threads < threads { usleep(1000) }
    let (seconds, attoseconds) = duration.components
    return Double(tally.rounds) / (Double(seconds) + Double(attoseconds) / 1e18)
  }
}
