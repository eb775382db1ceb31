import AuthTransport
import Testing

#if canImport(Glibc)
  /// The installed software. Tests that need missing software are skipped with the reason.
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

/// Checks a condition every few milliseconds; returns whether it held within the time limit.
func eventually(within limit: Duration = .seconds(20), _ holds: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if holds() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return holds()
}
