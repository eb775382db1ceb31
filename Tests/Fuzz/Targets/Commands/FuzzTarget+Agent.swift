import AuthCore
import FuzzTargets

@testable import LatchkeyCommands

extension FuzzTarget {
  /// What a client of the agent can send: its lines are found wherever the bytes are divided, and each is a request or is
  /// refused with one line.
  static func checkAgent(_ bytes: [UInt8]) {
    let (id, request) = AgentRequest.read(bytes)
    var answer = AgentAnswer.line(id, ["stopping": true])
    switch request {
    case .success(let request):
      if case .authorize(_, let http) = request.action {
        require(http.transportRequest.headers.areValid, "a request to the agent made an invalid header field")
      }
    case .failure(let error):
      require(error.code == .invalidRequest, "a request to the agent failed with \(error.code)")
      answer = AgentAnswer.line(id, error)
    }
    require(answer.firstIndex(of: 0x0A) == answer.count - 1, "an answer of the agent is not one line")
    _ = try? AgentAnswer.read(bytes)
    var limits = AgentLimits()
    limits.lineBytes = 64
    require(
      lines(bytes, limits, size: 1) == lines(bytes, limits, size: 7), "the division of the bytes changes the lines")
  }

  /// The lines that a connection serves when its bytes arrive in parts of this size.
  private static func lines(_ bytes: [UInt8], _ limits: AgentLimits, size: Int) -> [[UInt8]] {
    var connection = AgentConnection(limits, at: .zero)
    var served: [[UInt8]] = []
    func follow(_ step: AgentConnection.Step) -> Bool {
      var step = step
      while true {
        switch step {
        case .close: return false
        case .wait:
          guard connection.wantsOutput else { return true }
          step = connection.sent(max(1, connection.output.count / 2), at: .zero)
        case .serve(let line):
          served.append(line)
          connection.answered([0x61, 0x0A], at: .zero)
          step = .wait
        }
      }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      require(connection.wantsInput, "a connection stopped reading")
      guard follow(connection.received(bytes[start..<min(start + size, bytes.count)], at: .zero)) else { break }
    }
    return served
  }
}
