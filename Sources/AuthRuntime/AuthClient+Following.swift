public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthClient {
  /// Follows a configuration file: whenever its content changes, it comes into force by `reload`.
  ///
  /// A file that is wrong, half written or gone changes nothing; it is said once, and the next change is tried again. The
  /// content is compared and not its date, so that a file which is replaced, linked or mounted is followed too.
  ///
  /// Looks at once, since the file may have changed after it was loaded; returns when the task is cancelled.
  ///
  /// - Parameters:
  ///   - path: the file that the client's configuration was loaded from.
  ///   - provider: wins over `AUTH_PROVIDER` and the file, as when it was loaded.
  ///   - profile: wins over `AUTH_PROFILE` and the file, as when it was loaded.
  ///   - interval: how often to look.
  ///   - clock: what the interval is measured by.
  ///   - onChange: hears the configuration that came into force, or why one did not.
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
