#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A provider that can add a method to a signed-in user: flows of purpose `enroll`.
public protocol CredentialEnrolling: AuthProvider {
  /// The methods that can be added.
  var enrollableMethods: [MethodID] { get }
}

/// A provider that can say what a user has enrolled.
public protocol CredentialListing: AuthProvider {
  /// The user's credentials.
  func credentials(of session: Session) async throws(AuthError) -> [Credential]
}

/// A provider that can ask a signed-in user to prove presence for one action: flows of purpose `stepUp`.
public protocol StepUp: AuthProvider {
  /// The methods that serve.
  var stepUpMethods: [MethodID] { get }
}

/// A provider whose sign-ins can be approved on this device. Works while nobody is signed in here.
public protocol ChallengeApproving: AuthProvider {
  /// What waits for a decision.
  func pending() async throws(AuthError) -> [PendingChallenge]
  /// Says yes; `number` is what the other device shows, where it shows one.
  func approve(_ id: String, number: String?) async throws(AuthError)
  /// Says no.
  func deny(_ id: String) async throws(AuthError)
}

/// A sign-in elsewhere that waits for a decision here.
public struct PendingChallenge: Sendable, Hashable {
  /// What `approve` and `deny` take.
  public let id: String
  /// What is to be approved, by the vendor's name.
  public let action: String?
  /// Where it comes from: address, browser.
  public let origin: String?
  /// When it is too late.
  public let expiresAt: Date?
  /// Whether `approve` needs the number that the other device shows.
  public let needsNumber: Bool
  /// A challenge.
  public init(
    id: String, action: String? = nil, origin: String? = nil, expiresAt: Date? = nil, needsNumber: Bool = false
  ) {
    self.id = id
    self.action = action
    self.origin = origin
    self.expiresAt = expiresAt
    self.needsNumber = needsNumber
  }
}

/// A provider that can join accounts: flows of purpose `link`.
public protocol AccountLinking: AuthProvider {
  /// The methods that can be joined.
  var linkableMethods: [MethodID] { get }
  /// Parts an account from the user.
  func unlink(_ credential: String, from session: Session) async throws(AuthError)
}

/// A provider that can move a session to a new key.
public protocol KeyRotating: AuthProvider {
  /// The session with a new key; the old one works until the new session is stored.
  func rotateKey(of session: Session) async throws(AuthError) -> Session
}

/// A provider whose flows can go on in another process.
public protocol FlowResuming: AuthProvider {
  /// Goes on where `flow.suspend()` stopped.
  func resume(_ state: SuspendedFlow) -> AuthFlow
}

/// A provider that keeps something on the device between sessions (device trust, push credentials).
public protocol DeviceForgetting: AuthProvider {
  /// Forgets the device: local records and keys first, then at the server where that is possible.
  func forgetDevice(identifier: String?) async throws(AuthError)
}
