public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthClient {
  /// Follows a configuration file: when its content changes, `reload` applies the new configuration.
  ///
  /// The client does not change if the file is invalid, half-written or missing, or if its `storage` or `transport`
  /// block differs, because `reload` refuses such a difference. The error is reported once, and the next change of the
  /// file is tried again. Each check compares the content and not the date, so that it also detects a replaced file, a
  /// changed symbolic link or a new mount.
  ///
  /// The first check is immediate, because the file may have changed after it was loaded. Returns when the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - path: the file that the client's configuration was loaded from.
  ///   - provider: overrides `AUTH_PROVIDER` and the file. Pass the value with which the configuration was loaded.
  ///   - profile: overrides `AUTH_PROFILE` and the file. Pass the value with which the configuration was loaded.
  ///   - interval: the time between two checks.
  ///   - clock: measures the time between two checks.
  ///   - onChange: receives each configuration that was applied after the first check, and the error of each
  ///     configuration that could not be applied, even at the first check.
  public func follow(
    contentsOf path: String, provider: ProviderID? = nil, profile: String? = nil,
    every interval: Duration = .seconds(2),
    clock: any AuthClock = SystemClock(),
    onChange: @Sendable (Result<AuthConfiguration, AuthError>) -> Void = { _ in }
  ) async {
    var last: Data??
    while !Task.isCancelled {
      let content = FileManager.default.contents(atPath: path)
      if last != content {
        let isFirst = last == nil
        last = content
        do throws(AuthError) {
          let configuration = try AuthConfiguration.load(contentsOf: path, provider: provider, profile: profile)
          try reload(configuration)
          if !isFirst { onChange(.success(configuration)) }
        } catch {
          onChange(.failure(error))
        }
      }
      do throws(CancellationError) { try await clock.sleep(for: interval) } catch { return }
    }
  }
}
