import AuthCore
import CPostgres

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A submitted statement with the callback for its result.
struct PostgresJob: Sendable {
  let statement: PostgresStatement
  let values: [PostgresValue]
  /// The uptime of the loop's clock at which the statement must be finished.
  let deadline: Duration
  /// The callback, which is called once.
  let answer: @Sendable (Result<PostgresRows, PostgresFailure>) -> Void
}

/// A connection of libpq. Only the thread of its loop uses the connection.
final class PostgresConnection {
  private enum State {
    case connecting(until: Duration, reads: Bool)
    case idle(since: Duration)
    case busy(PostgresJob, Phase)
  }

  private enum Phase {
    case preparing
    case running
  }

  private let handle: OpaquePointer
  private var state: State
  private var prepared: Set<String> = []
  /// The latest result of the current statement. A script has several results; its job gets the last result.
  private var result: Result<PostgresRows, PostgresFailure>?
  private var hasUnsentBytes = false
  /// Whether the connection can no longer be used.
  private(set) var isBroken = false

  /// Begins to connect; nil if there is not enough memory.
  init?(_ parameters: ConnectionParameters, until deadline: Duration) {
    guard let handle = parameters.start() else { return nil }
    self.handle = handle
    state = .connecting(until: deadline, reads: false)
    if lk_pg_status(handle) == LK_PG_CONNECTION_BAD { isBroken = true }
  }

  deinit { lk_pg_finish(handle) }

  /// Whether the connection is still being established.
  var isConnecting: Bool {
    if case .connecting = state { true } else { false }
  }

  /// The time since which the connection has been idle; nil while it is connecting or busy.
  var idleSince: Duration? {
    if case .idle(let time) = state { time } else { nil }
  }

  /// libpq's message about the last failure. It contains the host and the port, but no password.
  var reason: String {
    String(cString: lk_pg_error_message(handle)).split(separator: "\n").first.map(String.init) ?? "no reason given"
  }

  /// The time at which the statement or the attempt to connect must be finished; nil while the connection is idle.
  var deadline: Duration? {
    switch state {
    case .connecting(let until, _): until
    case .busy(let job, _): job.deadline
    case .idle: nil
    }
  }

  /// The socket and the events to wait for. The socket may change with each step of the attempt to connect.
  var poll: pollfd {
    var events = Int16(POLLIN)
    switch state {
    case .connecting(_, let reads): events = Int16(reads ? POLLIN : POLLOUT)
    case .busy where hasUnsentBytes: events |= Int16(POLLOUT)
    case .busy, .idle: break
    }
    return pollfd(fd: lk_pg_socket(handle), events: events, revents: 0)
  }

  /// Takes the next step of the attempt to connect.
  ///
  /// - Returns: whether the connection is now ready for statements.
  func connect(now: Duration) -> Bool {
    guard case .connecting(let until, _) = state else { return false }
    switch Int(lk_pg_connect_poll(handle)) {
    case LK_PG_POLLING_OK:
      state = .idle(since: now)
      return true
    case LK_PG_POLLING_READING: state = .connecting(until: until, reads: true)
    case LK_PG_POLLING_WRITING: state = .connecting(until: until, reads: false)
    default: isBroken = true
    }
    return false
  }

  /// Sends a statement. If it must be prepared first, sends the preparation.
  func begin(_ job: PostgresJob, prepares: Bool) {
    result = nil
    let isSent: Bool
    let prepares = prepares && !job.statement.isScript
    if prepares, !prepared.contains(job.statement.name) {
      state = .busy(job, .preparing)
      isSent = lk_pg_send_prepare(handle, job.statement.name, job.statement.text) == 1
    } else {
      state = .busy(job, .running)
      isSent = send(job, isPrepared: prepares)
    }
    if !isSent { isBroken = true }
    flush()
  }

  private func send(_ job: PostgresJob, isPrepared: Bool) -> Bool {
    if job.statement.isScript { return lk_pg_send_query(handle, job.statement.text) == 1 }
    return WireValues(job.values).withPointers { values, lengths, formats in
      let count = Int32(job.values.count)
      return isPrepared
        ? lk_pg_send_query_prepared(handle, job.statement.name, count, values, lengths, formats) == 1
        : lk_pg_send_query_params(handle, job.statement.text, count, values, lengths, formats) == 1
    }
  }

  private func flush() {
    switch lk_pg_flush(handle) {
    case 0: hasUnsentBytes = false
    case 1: hasUnsentBytes = true
    default: isBroken = true
    }
  }

  /// Sends the remaining bytes and receives results.
  ///
  /// - Returns: the job that was finished, with its result; nil if no job was finished.
  func advance(now: Duration) -> (PostgresJob, Result<PostgresRows, PostgresFailure>)? {
    if hasUnsentBytes { flush() }
    guard lk_pg_consume_input(handle) == 1 else {
      isBroken = true
      return nil
    }
    guard case .busy(let job, let phase) = state else { return nil }
    while lk_pg_is_busy(handle) == 0 {
      if let next = lk_pg_get_result(handle) {
        result = Self.read(next)
        lk_pg_clear(next)
        continue
      }
      // All results have arrived.
      if case .preparing = phase, case .success = result {
        prepared.insert(job.statement.name)
        result = nil
        state = .busy(job, .running)
        if !send(job, isPrepared: true) { isBroken = true }
        flush()
        return nil
      }
      let result = self.result ?? .failure(.unanswered("the connection was closed"))
      state = .idle(since: now)
      if case .failure(let failure) = result, failure.endsConnection { isBroken = true }
      return (job, result)
    }
    return nil
  }

  /// Takes the notifications that have arrived, and returns their number.
  func takeNotifications() -> Int {
    var count = 0
    while lk_pg_take_notification(handle) == 1 { count += 1 }
    return count
  }

  /// The job that has no result yet; nil while the connection is idle or connecting.
  var abandoned: PostgresJob? {
    if case .busy(let job, _) = state { job } else { nil }
  }

  /// Whether the statement of the abandoned job was not sent, because it is still being prepared.
  var abandonsUnsent: Bool {
    if case .busy(_, .preparing) = state { true } else { false }
  }

  private static func read(_ result: OpaquePointer) -> Result<PostgresRows, PostgresFailure> {
    switch Int(lk_pg_result_status(result)) {
    case LK_PG_COMMAND_OK, LK_PG_TUPLES_OK:
      let columns = lk_pg_columns(result)
      let rows = (0..<lk_pg_rows(result)).map { row in
        (0..<columns).map { column -> [UInt8]? in
          guard lk_pg_is_null(result, row, column) == 0 else { return nil }
          let bytes = UnsafeRawBufferPointer(
            start: lk_pg_value(result, row, column), count: Int(lk_pg_length(result, row, column)))
          return Array(bytes)
        }
      }
      return .success(PostgresRows(rows: rows, changed: Int(String(cString: lk_pg_changed(result))) ?? 0))
    default:
      guard let state = lk_pg_result_error_field(result, Int32(LK_PG_SQLSTATE)) else {
        return .failure(.unanswered("the connection was closed"))
      }
      let message = lk_pg_result_error_field(result, Int32(LK_PG_MESSAGE)).map { String(cString: $0) } ?? ""
      return .failure(.refused(state: String(cString: state), message: message))
    }
  }
}

/// The values of a statement in libpq's format.
private struct WireValues {
  private let bytes: [[UInt8]?]
  private let formats: [Int32]

  init(_ values: [PostgresValue]) {
    bytes = values.map(\.wireBytes)
    formats = values.map { $0.isBinary ? 1 : 0 }
  }

  /// Runs `body` with pointers to the values, their lengths and their formats. The pointers are valid only during the
  /// call, which is sufficient, because libpq copies the values.
  func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Bool
  ) -> Bool {
    let all = bytes.flatMap { value in (value ?? []) + [UInt8(0)] }
    return all.withUnsafeBytes { buffer in
      var position = 0
      let start = buffer.bindMemory(to: CChar.self).baseAddress
      let pointers = bytes.map { value -> UnsafePointer<CChar>? in
        defer { position += (value?.count ?? 0) + 1 }
        return value == nil ? nil : start.map { $0 + position }
      }
      return body(pointers, bytes.map { Int32($0?.count ?? 0) }, formats)
    }
  }
}
