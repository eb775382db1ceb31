/// Creates and uses WebAuthn credentials: the platform's, or one in software.
public protocol PasskeyAuthenticator: Sendable {
  /// Whether a ceremony can be held here at all.
  func isAvailable() async -> Bool
  /// Makes a credential (WebAuthn Level 3 §5.1.3).
  ///
  /// - Throws: `cancelled`, `credential_excluded`, `unsupported`.
  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration
  /// Uses a credential (WebAuthn Level 3 §5.1.4).
  ///
  /// - Throws: `cancelled`, `no_credential`, `unsupported`.
  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion
  /// Whether it can suggest passkeys as autofill (`PasskeyOptions.mediation` `conditional`).
  func isAutofillAvailable() async -> Bool
  /// Ends a ceremony that is under way; it throws `cancelled`.
  func cancel() async
  /// Takes in what a server says about credentials.
  ///
  /// - Throws: a storage code; what goes on around it goes on all the same.
  func signal(_ signal: PasskeySignal) async throws(AuthError)
}

extension PasskeyAuthenticator {
  /// It cannot, unless it says so.
  public func isAutofillAvailable() async -> Bool { false }

  /// It lets what servers say pass, unless it says otherwise.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) {}
}

/// What a relying party asks of a new credential.
public struct PasskeyCreationRequest: Sendable {
  /// The relying party's domain.
  public var relyingPartyID: String
  /// The relying party's name for people.
  public var relyingPartyName: String
  /// The user handle: 1 to 64 bytes, no personal data.
  public var userHandle: [UInt8]
  /// The account's name for people: `jane@example.com`.
  public var userName: String
  /// The person's name.
  public var displayName: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// COSE algorithm numbers in order of preference; −7 is ES256.
  public var algorithms: [Int]
  /// Credentials of which the authenticator must hold none.
  public var excludedCredentials: [[UInt8]]
  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// Whether a statement about the authenticator is wanted: `none`, `indirect`, `direct`, `enterprise`.
  public var attestation: String
  /// What is asked beyond the credential.
  public var extensions: PasskeyExtensions
  /// How the ceremony is to look.
  public var options: PasskeyOptions

  /// A request.
  public init(
    relyingPartyID: String, relyingPartyName: String, userHandle: [UInt8], userName: String, displayName: String,
    challenge: [UInt8], algorithms: [Int] = [-7], excludedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", attestation: String = "none",
    extensions: PasskeyExtensions = PasskeyExtensions(), options: PasskeyOptions = PasskeyOptions()
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.challenge = challenge
    self.algorithms = algorithms
    self.excludedCredentials = excludedCredentials
    self.userVerification = userVerification
    self.attestation = attestation
    self.extensions = extensions
    self.options = options
  }
}

/// What a relying party asks of an existing credential.
public struct PasskeyAssertionRequest: Sendable {
  /// The relying party's domain.
  public var relyingPartyID: String
  /// The challenge's bytes.
  public var challenge: [UInt8]
  /// Credentials to choose from; empty for any discoverable one.
  public var allowedCredentials: [[UInt8]]
  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String
  /// What is asked beyond the proof.
  public var extensions: PasskeyExtensions
  /// How the ceremony is to look.
  public var options: PasskeyOptions

  /// A request.
  public init(
    relyingPartyID: String, challenge: [UInt8], allowedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", extensions: PasskeyExtensions = PasskeyExtensions(),
    options: PasskeyOptions = PasskeyOptions()
  ) {
    self.relyingPartyID = relyingPartyID
    self.challenge = challenge
    self.allowedCredentials = allowedCredentials
    self.userVerification = userVerification
    self.extensions = extensions
    self.options = options
  }
}

/// A new credential.
public struct PasskeyRegistration: Sendable {
  /// The credential's identity, raw.
  public var credentialID: [UInt8]
  /// The client data as JSON bytes.
  public var clientDataJSON: [UInt8]
  /// The attestation object, CBOR.
  public var attestationObject: [UInt8]
  /// `internal`, `hybrid`, `usb`, `nfc`, `ble`.
  public var transports: [String]
  /// What the extensions gave.
  public var extensionResults: PasskeyExtensionResults

  /// A registration.
  public init(
    credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String],
    extensionResults: PasskeyExtensionResults = PasskeyExtensionResults()
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
    self.transports = transports
    self.extensionResults = extensionResults
  }
}

/// A proof with an existing credential.
public struct PasskeyAssertion: Sendable {
  /// The credential's identity, raw.
  public var credentialID: [UInt8]
  /// The client data as JSON bytes.
  public var clientDataJSON: [UInt8]
  /// The authenticator data.
  public var authenticatorData: [UInt8]
  /// The signature; DER for ES256.
  public var signature: [UInt8]
  /// The user handle, where the credential is discoverable.
  public var userHandle: [UInt8]?
  /// What the extensions gave.
  public var extensionResults: PasskeyExtensionResults

  /// An assertion.
  public init(
    credentialID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    userHandle: [UInt8]?, extensionResults: PasskeyExtensionResults = PasskeyExtensionResults()
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
    self.extensionResults = extensionResults
  }
}

/// How a passkey ceremony is to look.
public struct PasskeyOptions: Sendable {
  /// When the ceremony shows itself.
  public enum Mediation: String, Sendable, Hashable {
    /// At once, as a sheet.
    case modal
    /// As suggestions of the keyboard (autofill).
    case conditional
  }

  /// When it shows itself.
  public var mediation: Mediation
  /// Fail with `no_credential` rather than offer another device.
  public var preferImmediatelyAvailable: Bool
  /// What the credential is called in lists.
  public var label: String?
  /// The window to show it in; the platform's own type.
  public var presentationAnchor: (any Sendable)?

  /// Options; by default a sheet that shows at once.
  public init(
    mediation: Mediation = .modal, preferImmediatelyAvailable: Bool = false, label: String? = nil,
    presentationAnchor: (any Sendable)? = nil
  ) {
    self.mediation = mediation
    self.preferImmediatelyAvailable = preferImmediatelyAvailable
    self.label = label
    self.presentationAnchor = presentationAnchor
  }
}
