import AuthCore

/// One event of a host, as a line of JSON. It contains no secret.
///
/// The lines of all hosts together are a history that can be checked: each generation of a session must have one
/// commit, and each fence one holder.
public struct HistoryLine: Sendable, Hashable {
  /// Seconds since 1970 by this machine's clock.
  public var time: Double
  /// Seconds since this machine started, including the time that it slept.
  public var boot: Double
  /// The name of the host.
  public var host: String
  /// The event: a step of a renewal, or `signed_in`, `signed_out`, `token`, `sessions`, `session_ended`,
  /// `host_started`, `host_ending`, `host_ended`.
  public var event: String
  /// The session, if there is one.
  public var session: String?
  /// The session's generation, if it is known.
  public var generation: UInt64?
  /// The fence of the claim, if the event is a step of a renewal.
  public var fence: UInt64?
  /// The code of the error, if there was one.
  public var code: String?

  /// Creates a line.
  public init(
    time: Double, boot: Double, host: String, event: String, session: String? = nil, generation: UInt64? = nil,
    fence: UInt64? = nil, code: String? = nil
  ) {
    self.time = time
    self.boot = boot
    self.host = host
    self.event = event
    self.session = session
    self.generation = generation
    self.fence = fence
    self.code = code
  }

  /// The JSON object, without a line break at the end. Members without a value are left out.
  public var text: String {
    var object: JSONObject = [
      "t": .number(time), "boot": .number(boot), "host": .string(host), "event": .string(event),
    ]
    object["session"] = session.map { .string($0) }
    object["generation"] = generation.map { .integer(Int64(clamping: $0)) }
    object["fence"] = fence.map { .integer(Int64(clamping: $0)) }
    object["code"] = code.map { .string($0) }
    return String(decoding: JSONValue.object(object).serialized, as: UTF8.self)
  }
}
