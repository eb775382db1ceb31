import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ServerTimeEstimateTests {
  private let noon = Date(timeIntervalSince1970: 1_767_268_800)

  /// Returns the correction, after one response, of a wall clock that is `offset` seconds ahead of the server.
  private func correction(of offset: Double, exchange: Double = 0.1, fraction: Double = 0.4) -> Double {
    var estimate = ServerTimeEstimate()
    let sent = Duration.seconds(100)
    let received = sent + .milliseconds(Int64(exchange * 1000))
    let server = noon.addingTimeInterval(fraction)
    estimate.observed(
      Date(timeIntervalSince1970: server.timeIntervalSince1970.rounded(.down)), sent: sent, received: received)
    let wall = server.addingTimeInterval(offset)
    return estimate.reading(of: wall, at: received).now.timeIntervalSince(wall)
  }

  @Test func aClockThatAgreesWithTheAnswerIsNotCorrected() {
    for offset: Double in [-0.9, -0.5, 0, 0.5, 1] { #expect(correction(of: offset) == 0, "offset \(offset)") }
  }

  @Test func aWrongClockIsCorrectedToWithinTwoSeconds() {
    for offset: Double in [-3600, -300, -5, 5, 300, 3600, 14 * 3600] {
      #expect(abs(correction(of: offset) + offset) <= 2, "offset \(offset): \(correction(of: offset))")
    }
  }

  @Test func aClockADayOffIsNotCorrected() {
    for offset: Double in [-86_400, 86_400, 16 * 3600] { #expect(correction(of: offset) == 0) }
  }

  @Test func aSlowAnswerSaysNothing() {
    #expect(correction(of: 300, exchange: 11) == 0)
  }

  @Test func answersThatAgreeNarrowItDown() {
    var estimate = ServerTimeEstimate()
    // The wall clock is five minutes behind. Each response narrows the estimate.
    var corrections: [Double] = []
    for step in 0..<20 {
      let uptime = Duration.milliseconds(50 * Int64(step))
      let server = noon.addingTimeInterval(0.02 + uptime.seconds)
      let date = Date(timeIntervalSince1970: server.timeIntervalSince1970.rounded(.down))
      estimate.observed(date, sent: uptime, received: uptime)
      corrections.append(estimate.lag(of: server.addingTimeInterval(-300), at: uptime))
    }
    #expect(zip(corrections, corrections.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }, "the estimate never gets worse")
    #expect(corrections.allSatisfy { abs($0 - 300) <= 2 })
  }

  @Test func anAnswerThatDisagreesCountsAlone() {
    var estimate = ServerTimeEstimate()
    estimate.observed(noon, sent: .zero, received: .zero)
    estimate.observed(noon.addingTimeInterval(600), sent: .zero, received: .zero)
    #expect(abs(estimate.lag(of: noon, at: .zero) - 600) <= 2)
  }

  @Test func aWallClockThatIsCorrectedMeanwhileKeepsTheEstimate() {
    var estimate = ServerTimeEstimate()
    estimate.observed(noon, sent: .seconds(1), received: .seconds(1))
    // An hour later by the uptime. The wall clock was set back by two hours, not set, or set forward by two hours.
    for offset: Double in [-7200, 0, 7200] {
      let corrected = estimate.reading(of: noon.addingTimeInterval(3600 + offset), at: .seconds(3601)).now
      #expect(abs(corrected.timeIntervalSince(noon) - 3600) <= 2)
    }
  }

  @Test func nothingHeardNothingCorrected() {
    let estimate = ServerTimeEstimate()
    #expect(estimate.reading(of: noon, at: .zero).lag == nil)
    #expect(estimate.reading(of: noon, at: .zero).now == noon)
  }
}
