import AuthCore

/// A limit for the time in which the user sees no change. Consecutive steps without a prompt share one limit.
final class HawcxLoading: Sendable {
  /// DESIGN H57: the limit allows for two requests of 15 seconds each (H18). According to the vendor, loading for more
  /// than 10 to 15 seconds is a problem to investigate.
  static let limit = Duration.seconds(30)

  private let began = Locked<Duration?>(nil)

  /// Returns the remaining time. The time starts again if the user has seen something new since the last call.
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

  /// The error for a flow that has been loading for too long.
  static func overdue(_ effect: HawcxFlow.Effect) -> AuthError {
    AuthError(
      .timeout,
      "The flow made no progress for \(limit.components.seconds) seconds: '\(name(effect))' did not finish. Try again.",
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
