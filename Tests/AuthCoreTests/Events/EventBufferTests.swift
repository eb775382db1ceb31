import Testing

@testable import AuthCore

/// The events that are kept for a reader that is slower than the source.
@Suite struct EventBufferTests {
  private func step(_ number: Int) -> AuthEvent { .step(provider: "fake", name: String(number)) }

  private func name(_ event: AuthEvent?) -> String? {
    if case .step(_, let name) = event { name } else { nil }
  }

  @Test(arguments: [
    // capacity, steps (a number is added, -1 takes an event), the events taken and left, the number dropped
    (3, [1, 2, -1, 3, -1, -1, -1], ["1", "2", "3"], 0),
    (3, [1, 2, 3, 4, 5], ["3", "4", "5"], 2),
    (3, [1, 2, 3, -1, 4, 5], ["1", "3", "4", "5"], 1),
    (1, [1, 2, 3], ["3"], 2),
    (2, [1, -1, 2, -1, 3, 4, 5, 6, -1, 7, 8], ["1", "2", "5", "7", "8"], 3),
    (0, [1, 2], ["2"], 1),
    (3, [], [], 0),
  ])
  func keepsTheNewest(_ capacity: Int, _ done: [Int], _ expected: [String], _ dropped: Int) {
    var buffer = EventBuffer(capacity: capacity)
    var taken: [String] = []
    for number in done {
      if number < 0 { name(buffer.next()).map { taken.append($0) } } else { buffer.append(step(number)) }
    }
    while let event = name(buffer.next()) { taken.append(event) }
    #expect(taken == expected)
    #expect(buffer.dropped == dropped)
  }

  @Test func anyOrderOfAddingAndTakingIsTheOrderOfAQueue() {
    for capacity in 1...5 {
      var buffer = EventBuffer(capacity: capacity)
      var model: [Int] = []
      var dropped = 0
      var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
      for number in 0..<4000 {
        bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if bits >> 63 == 0 || number % 97 < 13 {
          buffer.append(step(number))
          model.append(number)
          if model.count > capacity {
            model.removeFirst()
            dropped += 1
          }
        } else {
          #expect(name(buffer.next()) == (model.isEmpty ? nil : String(model.removeFirst())))
        }
      }
      #expect(buffer.dropped == dropped && dropped > 0)
    }
  }
}
