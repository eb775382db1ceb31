import AuthCore

/// Limits the time without a visible change, over all consecutive invisible steps together.
final class HawcxLoading: Sendable {
  /// DESIGN H57: two requests of 15 seconds (H18). According to the vendor, loading for more than 10 to 15 seconds is a
  /// problem to investigate.
  static let limit = Duration.seconds(30)

  private let began = Locked<Duration?>(nil)

  /// The remaining time.
  ///
  /// - Parameters:
  ///   - now: the uptime.
  ///   - isFollowUp: whether the user has seen nothing new since the last call.
  func left(at now: Duration, isFollowUp: Bool) -> Duration {
    began.withLock { began in
      guard isFollowUp, let since = began else {
        began = now
        return Self.limit
      }
      return max(.zero, Self.limit - (now - since))
    }
  }

  /// The error when a flow has been loading for too long.
  static func overdue(_ effect: HawcxFlow.Effect) -> AuthError {
    AuthError(
      .timeout, "The server did not finish '\(name(effect))' within \(limit.components.seconds) seconds. Try again.",
      recovery: .retryRequest)
  }

  private static func name(_ effect: HawcxFlow.Effect) -> String {
    switch effect {
    case .start: "start"
    case .send(let action, _): action.type
    case .choose: "select_method"
    case .poll: "poll"
    case .enrolDevice: "setup_device"
    case .proveDevice: "device_challenge"
    }
  }
}
