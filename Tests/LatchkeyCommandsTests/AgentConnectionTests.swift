import AuthCore
import Testing

@testable import LatchkeyCommands

@Suite struct AgentConnectionTests {
  private static let limits: AgentLimits = {
    var limits = AgentLimits()
    limits.lineBytes = 8
    return limits
  }()

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func linesAreDividedWhereverTheBytesAre() {
    for size in 1...6 {
      var lines = AgentLines(limit: 8)
      var found: [String] = []
      var rest = bytes("ab\n\n12345678\nrest")[...]
      while !rest.isEmpty {
        lines.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while case .line(let line) = lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
      }
      #expect(found == ["ab", "", "12345678"])
      #expect(lines.next() == .incomplete && !lines.isEmpty)
    }
  }

  @Test func aLineHasALimit() {
    for text in ["123456789", "123456789\n", "123456789\nab\n"] {
      var lines = AgentLines(limit: 8)
      lines.append(bytes(text))
      #expect(lines.next() == .tooLong, "\(text)")
    }
  }

  @Test func oneRequestIsServedAtATime() {
    var connection = AgentConnection(Self.limits, at: .zero)
    #expect(connection.received(bytes("a\nb\nc"), at: .zero) == .serve(bytes("a")))
    #expect(connection.isServing && !connection.wantsInput && !connection.wantsOutput && connection.end == nil)
    connection.answered(bytes("A\n"), at: .seconds(5))
    #expect(connection.output == bytes("A\n") && connection.wantsOutput && connection.end == .seconds(15))
    #expect(connection.sent(1, at: .seconds(5)) == .wait)
    #expect(connection.output == bytes("\n"))
    #expect(connection.sent(1, at: .seconds(6)) == .serve(bytes("b")))
    connection.answered(bytes("B\n"), at: .seconds(7))
    #expect(connection.sent(2, at: .seconds(7)) == .wait)
    #expect(connection.wantsInput && connection.end == .seconds(17), "a line has begun")
    #expect(connection.received(bytes("\n"), at: .seconds(8)) == .serve(bytes("c")))
  }

  @Test func timesAreLimited() {
    var connection = AgentConnection(Self.limits, at: .seconds(1))
    #expect(connection.end == .seconds(61))
    #expect(connection.received(bytes("a"), at: .seconds(50)) == .wait)
    #expect(connection.end == .seconds(60))
    #expect(connection.received(bytes("b"), at: .seconds(59)) == .wait)
    #expect(connection.end == .seconds(60), "each byte does not extend the time")
    #expect(connection.received(bytes("\n"), at: .seconds(59)) == .serve(bytes("ab")))
    connection.answered(bytes("A\n"), at: .seconds(100))
    #expect(connection.sent(2, at: .seconds(101)) == .wait)
    #expect(connection.end == .seconds(161))
  }

  @Test func aLineThatIsTooLongIsTheLast() {
    var connection = AgentConnection(Self.limits, at: .zero)
    #expect(connection.received(bytes("123456789\na\n"), at: .zero) == .wait)
    #expect(connection.wantsOutput && !connection.wantsInput)
    #expect(throws: AuthError(.invalidRequest, "")) { try AgentAnswer.read(connection.output.dropLast()) }
    #expect(connection.sent(connection.output.count, at: .zero) == .close)
  }

  @Test func aClientThatClosesItsSideGetsItsAnswer() {
    var connection = AgentConnection(Self.limits, at: .zero)
    #expect(connection.received(bytes("a\nb"), at: .zero) == .serve(bytes("a")))
    #expect(connection.ended(at: .zero) == .wait)
    connection.answered(bytes("A\n"), at: .zero)
    #expect(connection.sent(2, at: .zero) == .close)
    var quiet = AgentConnection(Self.limits, at: .zero)
    #expect(quiet.ended(at: .zero) == .close)
  }

  @Test func anAgentEndsWhenItIsIdle() {
    var lifetime = AgentLifetime(AgentLimits(), at: .zero)
    lifetime.check(at: .seconds(899), serving: 0)
    #expect(!lifetime.isStopping && lifetime.next == .seconds(900))
    lifetime.check(at: .seconds(2000), serving: 1)
    #expect(!lifetime.isStopping, "it serves a request")
    lifetime.used(at: .seconds(2000))
    lifetime.check(at: .seconds(2899), serving: 0)
    #expect(!lifetime.isStopping)
    lifetime.check(at: .seconds(2900), serving: 0)
    #expect(lifetime.isStopping)
    #expect(lifetime.isOver(at: .seconds(2900), connections: 0))
    #expect(!lifetime.isOver(at: .seconds(2909), connections: 1))
    #expect(lifetime.isOver(at: .seconds(2910), connections: 1), "a client that reads nothing does not delay the end")
  }

  @Test func aStopIsNotUndone() {
    var lifetime = AgentLifetime(AgentLimits(), at: .zero)
    lifetime.stop(at: .seconds(1))
    lifetime.used(at: .seconds(5))
    lifetime.stop(at: .seconds(9))
    #expect(lifetime.isStopping && lifetime.next == .seconds(11))
    #expect(lifetime.isOver(at: .seconds(11), connections: 3))
  }
}
