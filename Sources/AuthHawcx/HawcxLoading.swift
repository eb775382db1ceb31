import AuthCore

/// How long a user looks at nothing but the sign of work: at most so long, over all that the server has done unseen.
final class HawcxLoading: Sendable {
  /// DESIGN H57: two requests of 15 seconds (H18); the vendor calls more than 10 to 15 seconds of loading a trouble to
  /// look into.
  static let limit = Duration.seconds(30)

  private let began = Locked<Duration?>(nil)

  /// What is left of the time.
  ///
  /// - Parameters:
  ///   - now: the uptime.
  ///   - isFollowUp: whether the user was shown nothing since the last call.
  func left(at now: Duration, isFollowUp: Bool) -> Duration {
    began.withLock { began in
      guard isFollowUp, let since = began else {
        began = now
        return Self.limit
      }
      return max(.zero, Self.limit - (now - since))
    }
  }

  /// Why a flow stops loading.
  static func overdue(_ effect: HawcxFlow.Effect) -> AuthError {
    AuthError(
      .timeout, "The server did not finish '\(name(effect))' within \(limit.components.seconds) seconds; try again.",
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
