import AuthTransport
import Testing

#if canImport(Glibc)
  /// Tests that need libcurl are skipped, with this reason, if it is not installed.
  enum Installed {
    static let reason: Comment = "libcurl.so.4 is not installed (Debian: libcurl4)"

    static var libcurl: Bool {
      do {
        try CurlTransport.checkAvailability()
        return true
      } catch {
        return false
      }
    }

    static var openssl: Bool {
      do {
        return try !ChildProcess.lines("openssl version").isEmpty
      } catch {
        return false
      }
    }
  }
#endif

/// Checks a condition every few milliseconds; false if it does not hold within the time limit.
func eventually(within limit: Duration = .seconds(20), _ holds: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if holds() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return holds()
}
