import AuthCore

/// The app's settings, fetched at the first use and then kept. Each call before the first response fetches them.
final class PrivyAppSettingsCache: Sendable {
  private let known = Locked<PrivyAppSettings?>(nil)

  /// The cached settings, or the result of `fetch`. A failure is not cached.
  func value(_ fetch: () async throws(AuthError) -> PrivyAppSettings) async throws(AuthError) -> PrivyAppSettings {
    if let settings = known.withLock({ $0 }) { return settings }
    let settings = try await fetch()
    known.withLock { $0 = settings }
    return settings
  }
}
