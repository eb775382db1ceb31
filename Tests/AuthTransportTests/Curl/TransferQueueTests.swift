import AuthCore
import Testing

@testable import AuthTransport

@Suite struct TransferQueueTests {
  private func origin(_ text: String) throws -> Origin { try #require(Origin(text)) }

  @Test func runsUpToTheLimitAndTheRestInOrder() throws {
    let a = try origin("https://a.example")
    let b = try origin("https://b.example")
    var queue = TransferQueue(limit: 2)
    let entered = (1...5).map { queue.enter($0, a) }
    #expect(entered == [true, true, false, false, false])
    let other = queue.enter(6, b)
    #expect(other, "another origin has its own queue")
    #expect(queue.waitingCount == 3)
    let left = [queue.leave(4), queue.leave(4), queue.leave(1)]
    #expect(left == [true, false, false])
    let next = (0..<5).map { _ in queue.finish(a) }
    #expect(next == [3, 5, nil, nil, nil])
    let again = [queue.enter(7, a), queue.enter(8, a), queue.enter(9, a)]
    #expect(again == [true, true, false])
  }

  @Test func tenThousandWaitersKeepTheirOrder() throws {
    let a = try origin("https://a.example")
    var queue = TransferQueue(limit: 1)
    _ = queue.enter(0, a)
    for id in 1...10_000 { _ = queue.enter(UInt64(id), a) }
    for id in 1...10_000 where id.isMultiple(of: 7) { _ = queue.leave(UInt64(id)) }
    var order: [UInt64] = []
    while let id = queue.finish(a) { order.append(id) }
    #expect(order == (1...10_000).filter { !$0.isMultiple(of: 7) }.map { UInt64($0) })
    #expect(queue.waitingCount == 0)
  }
}
