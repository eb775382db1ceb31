import AuthCore
import AuthPasskey

/// The user of a device, who is asked about passkeys.
final class Person: Sendable {
  private let mind = Locked(PasskeyDecision.approve(isVerified: true))

  var decision: PasskeyDecision {
    get { mind.withLock { $0 } }
    set { mind.withLock { $0 = newValue } }
  }
}
