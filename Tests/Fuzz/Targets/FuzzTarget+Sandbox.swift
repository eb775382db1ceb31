import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Structured requests to the whole sandbox: every vendor's routes, the backend and the control routes. An input
  /// consists of requests, separated by a byte 0x1E, each as in HTTP: a line with method and target, header fields, an
  /// empty line, and the body. The law: every request gets a response, and none is a failure of the sandbox.
  static let sandbox = FuzzTarget(name: "sandbox") { bytes in
    shared.withLock { shared in
      if shared.count == 0 || shared.sandbox == nil { shared.sandbox = try? Sandbox(clock: StandingClock()) }
      // Users, sessions and messages accumulate, so that later requests find them. A new sandbox keeps the memory small.
      shared.count = (shared.count + 1) % 500
      guard let sandbox = shared.sandbox else { return require(false, "no sandbox") }
      for part in bytes.split(separator: 0x1E, maxSplits: 5) { send(part, to: sandbox) }
    }
  }

  private struct Shared {
    var sandbox: Sandbox?
    var count = 0
  }

  private static let shared = Locked(Shared())

  private static func send(_ bytes: ArraySlice<UInt8>, to sandbox: Sandbox) {
    var lines: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[rest.startIndex..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    let words = (lines.first ?? "GET /").split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[1].hasPrefix("/") else { return }
    // These routes begin deliveries to other servers, which a fuzzer must not do.
    guard !words[1].contains("webhook") else { return }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
      if halves.count == 2 { headers.add(halves[0], halves[1].drop { $0 == " " }.description) }
    }
    guard headers.areValid else { return }
    let exchange = sandbox.exchange(SandboxRequest(words[0], words[1], headers: headers, body: Array(rest)))
    guard let response = exchange.response else { return }
    if let socket = response.socket { sandbox.detach(socket) }
    require((100...599).contains(response.status), "a status that is none: \(response.status)")
    if response.headers["Content-Type"] == "application/json", !response.body.isEmpty {
      require((try? JSONValue(parsing: response.body, depthLimit: 600)) != nil, "a response that is not JSON")
    }
  }
}

/// A clock that does not move, so that an input always has the same result.
private struct StandingClock: AuthClock {
  func now() -> Date { Date(timeIntervalSince1970: 1_767_225_600) }
  func uptime() -> Duration { .zero }
  func sleep(for duration: Duration) async throws(CancellationError) {}
}
