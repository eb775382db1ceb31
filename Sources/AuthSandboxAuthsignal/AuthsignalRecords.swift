import AuthCore
import AuthSandboxKit

/// The tenant's state.
struct AuthsignalRecords: Sendable {
  var users: [String: AuthsignalUser] = [:]
  var actions: [AuthsignalAction.Key: AuthsignalAction] = [:]
  /// Codes that were sent, by challenge id.
  var challenges: [String: AuthsignalChallenge] = [:]
  /// The id of the challenge that waits for a code, by token and method; for an authenticator app, the authenticator's
  /// id.
  var waiting: [AuthsignalChallenge.Slot: String] = [:]
  /// Challenges that wait for a device's decision or proof, by challenge id.
  var deviceChallenges: [String: AuthsignalDeviceChallenge] = [:]
  /// The WebSockets that report the states of QR codes.
  var sockets: [SandboxSocketID: AuthsignalSocket] = [:]
  /// Pending ceremonies of passkeys and security keys, by challenge id.
  var passkeyCeremonies: [String: AuthsignalPasskeyCeremony] = [:]
  /// The webhooks to the app's backend, newest last.
  var webhooks: [AuthsignalWebhook] = []
  /// The sequence number of the last webhook.
  var lastWebhook: Int64 = 0
  /// The last message that was issued to each push device for its signature, by purpose and public key.
  var messages: [AuthsignalDeviceMessage.Key: AuthsignalDeviceMessage] = [:]
  var sending: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  var verifying: [AuthsignalChallenge.Window: AuthsignalRateWindow] = [:]
  /// Sessions that the vendor keeps for the app, by id.
  var sessions: [String: AuthsignalSession] = [:]
  /// The ids of the tokens that opened a session.
  var opened: Set<String> = []
  /// The nonces that the app's platform must attest, by the id of the token with which each was requested.
  var nonces: [String: String] = [:]
  /// The actions for which the user entered the right number on the device, as recorded by the app's backend (A45).
  var matched: Set<AuthsignalAction.Key> = []
  /// How many wrong numbers were entered, by action.
  var wrongNumbers: [AuthsignalAction.Key: Int] = [:]
  /// The actions whose proof the app's backend exchanged for a session. A proof works once.
  var exchanged: Set<AuthsignalAction.Key> = []

  /// The user with the given id, created on first use.
  mutating func user(_ id: String) -> AuthsignalUser {
    if let known = users[id] { return known }
    users[id] = AuthsignalUser()
    return AuthsignalUser()
  }

  /// The user with this device key, and the index of its authenticator.
  func owner(of publicKey: String, _ method: AuthsignalMethod) -> (userID: String, index: Int)? {
    for (id, user) in users {
      let index = user.authenticators.firstIndex { $0.method == method && $0.device?.publicKey == publicKey }
      if let index { return (id, index) }
    }
    return nil
  }

  /// Deletes a user. The user's client tokens stop working, since the user's actions are deleted.
  mutating func delete(user id: String) {
    users[id] = nil
    actions = actions.filter { $0.key.userID != id }
    challenges = challenges.filter { $0.value.userID != id }
    deviceChallenges = deviceChallenges.filter { $0.value.userID != id }
    sessions = sessions.filter { $0.value.userID != id }
  }
}
