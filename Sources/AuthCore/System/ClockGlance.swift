#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times of both clocks at one moment, read to find out whether a short time has passed since another moment.
struct ClockGlance: Sendable, Equatable {
  /// The wall clock's time, in seconds since 1970.
  let wall: Double
  /// The uptime, in seconds.
  let uptime: Double

  init(wall: Double, uptime: Double) {
    self.wall = wall
    self.uptime = uptime
  }

  init(of clock: any AuthClock) {
    self.init(wall: clock.now().timeIntervalSince1970, uptime: clock.uptime().seconds)
  }

  /// Whether both clocks have moved forward by less than `span` seconds since `start`. False if the wall clock was set
  /// in the meantime, unless it was set by less than `span`.
  func isWithin(_ span: Double, of start: ClockGlance) -> Bool {
    let (wall, uptime) = (wall - start.wall, uptime - start.uptime)
    return wall >= 0 && wall < span && uptime >= 0 && uptime < span
  }
}
