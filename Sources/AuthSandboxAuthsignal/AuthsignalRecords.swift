import AuthCore
import AuthSandboxKit

/// The tenant's state.
struct AuthsignalRecords: Sendable {
  var users: [String: AuthsignalUser] = [:]
  var actions: [AuthsignalAction.Key: AuthsignalAction] = [:]
  /// Codes that were sent, by challenge id.
  var challenges: [String: AuthsignalChallenge] = [:]
  /// The challenge that waits for a code, by token and method.
  var waiting: [AuthsignalChallenge.Slot: String] = [:]
  /// Challenges that wait for a device's decision or proof, by challenge id.
  var deviceChallenges: [String: AuthsignalDeviceChallenge] = [:]
  /// The WebSockets that follow QR codes.
  var sockets: [SandboxSocketID: AuthsignalSocket] = [:]
  /// Pending passkey ceremonies, by challenge id.
  var passkeyCeremonies: [String: AuthsignalPasskeyCeremony] = [:]
  /// The webhooks to the app's backend, newest last.
  var webhooks: [AuthsignalWebhook] = []
  /// The number of the last one.
  var lastWebhook: Int64 = 0
  /// The last message that a push device was given to sign, by purpose and key.
  var messages: [AuthsignalDeviceMessage.Key: AuthsignalDeviceMessage] = [:]
  var sending: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  var verifying: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  /// Sessions that the vendor keeps for the app, by id.
  var sessions: [String: AuthsignalSession] = [:]
  /// Tokens that opened one.
  var opened: Set<String> = []
  /// The nonce that the app's platform must attest, by the token that asked.
  var nonces: [String: String] = [:]
  /// Actions whose number was typed correctly on the device: the app's backend keeps track (A45).
  var matched: Set<AuthsignalAction.Key> = []
  /// How many wrong ones were typed.
  var wrongNumbers: [AuthsignalAction.Key: Int] = [:]
  /// Actions whose proof was exchanged for a session: a proof works once at the app's backend.
  var exchanged: Set<AuthsignalAction.Key> = []

  /// The user, made on first mention.
  mutating func user(_ id: String) -> AuthsignalUser {
    if let known = users[id] { return known }
    users[id] = AuthsignalUser()
    return AuthsignalUser()
  }

  /// The user and the place of a verified credential with this key.
  func owner(of publicKey: String, _ method: AuthsignalMethod) -> (userID: String, index: Int)? {
    for (id, user) in users {
      let index = user.authenticators.firstIndex { $0.method == method && $0.device?.publicKey == publicKey }
      if let index { return (id, index) }
    }
    return nil
  }

  /// A deleted user's tokens stop working, too, since their actions are deleted.
  mutating func delete(user id: String) {
    users[id] = nil
    actions = actions.filter { $0.key.userID != id }
    challenges = challenges.filter { $0.value.userID != id }
    deviceChallenges = deviceChallenges.filter { $0.value.userID != id }
    sessions = sessions.filter { $0.value.userID != id }
  }
}
