public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One line of JSON per request: the caller, the route and the result. No body, no stamp, no token.
public struct FleetLog: Sendable {
  private let write: @Sendable (String) -> Void
  private let clock: any AuthClock
  let logsEverything: Bool

  /// A log.
  ///
  /// - Parameters:
  ///   - everything: whether successful requests are logged too.
  ///   - write: takes a line without its end; called on any thread that answers.
  public init(everything: Bool, clock: any AuthClock = SystemClock(), write: @escaping @Sendable (String) -> Void) {
    logsEverything = everything
    self.clock = clock
    self.write = write
  }

  func note(_ event: String, caller: String?, status: Int, error: AuthError.Code? = nil, bytes: Int = 0) {
    guard logsEverything || status >= 400 else { return }
    var line: JSONObject = [
      "time": .string(ISO8601.encode(clock.now())), "event": .string(event), "status": .integer(Int64(status)),
      "bytes": .integer(Int64(bytes)),
    ]
    line["caller"] = caller.map { .string($0) }
    line["error"] = error.map { .string($0.rawValue) }
    write(String(decoding: JSONValue.object(line).serialized, as: UTF8.self))
  }
}
