import Testing

@testable import BackendServer

/// Which connections are admitted, and which are late.
struct ConnectionsTests {
  private let start = ContinuousClock.now

  /// Begins a response on each connection, and returns which of them are admitted.
  private func admitted(_ ids: Connections.ID..., in connections: inout Connections) -> [Bool] {
    ids.map { connections.beginResponse(on: $0) }
  }

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func admitsUpToTheLimit() {
    var connections = Connections(limits: ServerLimits(connections: 2))
    for id in 1...3 { connections.add(UInt(id), socket: Int32(id), now: start) }
    #expect(admitted(1, 2, 3, in: &connections) == [true, true, false])
    #expect(connections.count == 2)
    // The end of a refused connection makes no room.
    connections.remove(3)
    connections.add(4, socket: 4, now: start)
    #expect(admitted(4, in: &connections) == [false])
    connections.remove(1)
    connections.remove(1)
    #expect(connections.count == 1)
    connections.add(5, socket: 5, now: start)
    #expect(admitted(5, in: &connections) == [true])
    #expect(connections.count == 2)
    #expect(connections.sockets.sorted() == [2, 4, 5])
  }

  @Test func admitsNothingAfterTheStop() {
    var connections = Connections(limits: ServerLimits())
    connections.add(1, socket: 1, now: start)
    connections.stop()
    connections.add(2, socket: 2, now: start)
    #expect(admitted(1, 2, 3, in: &connections) == [true, false, false])
    #expect(!connections.isEmpty)
    connections.remove(1)
    connections.remove(2)
    #expect(connections.isEmpty && connections.count == 0)
  }

  @Test func onlyTheClientCanBeLate() {
    var connections = Connections(limits: ServerLimits(connections: 1))
    connections.add(1, socket: 1, now: start)
    connections.add(2, socket: 2, now: start)
    #expect(connections.late(now: after(4)) == [])
    #expect(connections.late(now: after(5)) == [2], "a refused connection has five seconds")
    #expect(connections.late(now: after(60)).sorted() == [1, 2])
    #expect(admitted(1, 2, in: &connections) == [true, false])
    #expect(connections.late(now: after(3600)) == [2], "the backend may take any time")
    connections.endResponse(on: 1, now: after(3600))
    #expect(connections.late(now: after(3659)) == [2])
    #expect(connections.late(now: after(3660)).sorted() == [1, 2])
    connections.remove(2)
    // A connection that was closed is not brought back.
    connections.endResponse(on: 2, now: start)
    #expect(connections.late(now: after(3660)) == [1])
  }
}
