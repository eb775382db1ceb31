public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A log with one line of JSON per request: the caller, the route and the result. A line contains no body, no stamp and
/// no token.
public struct FleetLog: Sendable {
  private let write: @Sendable (String) -> Void
  private let clock: any AuthClock
  let logsEverything: Bool

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - everything: whether successful requests are also logged.
  ///   - clock: the time in the lines.
  ///   - write: receives each line, without a line break; called on any thread.
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
