import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a broken instance remembers; a sound one remembers nothing.
final class AcmeMemory: Sendable {
  /// The time when the instance was made: before any answer had corrected the device's clock.
  let start: Date
  let startUptime: Duration
  let flows = Locked<[AuthFlow]>([])
  let proof = Locked<String?>(nil)
  let outage = Locked<AuthError?>(nil)
  let handle = Locked("")

  init(_ clock: any AuthClock) {
    start = clock.now()
    startUptime = clock.uptime()
  }
}

/// Randomness that is none: what it gives is known beforehand.
struct ForetoldRandomSource: RandomSource {
  let bytes: @Sendable () -> [UInt8]

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    let foretold = bytes()
    for index in 0..<buffer.count { buffer[index] = index < foretold.count ? foretold[index] : 0 }
  }
}
