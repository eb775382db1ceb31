public import AuthCore

/// PINs that protect this device's in-app key. A PIN is checked only on this device, as in the vendor's SDK (A54). In
/// contrast to the SDK, PINs are stored as slow hashes, and the number of guesses is limited.
public struct AuthsignalPINs: Sendable {
  let devices: AuthsignalDevices
  /// The number of PBKDF2 iterations for a new PIN.
  var iterations = PINRecord.iterations

  static let prefix = "pin."
  private var records: any RecordStore { devices.provider.services.records }

  /// Creates a PIN for a user, in place of an earlier one, and an in-app credential if this device has none for the
  /// user.
  ///
  /// - Parameters:
  ///   - pin: the PIN: 4 to 12 digits.
  ///   - user: the user of the in-app credential.
  ///   - session: the user's session.
  /// - Throws: `invalid_request` unless the PIN has 4 to 12 digits; the errors of `AuthsignalDevices.credential` and
  ///   `AuthsignalDevices.add`; a storage code.
  public func create(_ pin: Secret, for user: String, of session: Session) async throws(AuthError) {
    try await create(pin, for: user) { () throws(AuthError) in
      _ = try await devices.add(.inApp, to: session, user: user)
    }
  }

  /// Creates a PIN for the user of a token, like `create(_:for:of:)`: for an app that signs its users in without this
  /// package.
  ///
  /// - Parameters:
  ///   - pin: the PIN: 4 to 12 digits.
  ///   - user: the user of the in-app credential.
  ///   - token: the token of a tracked action with the scope `add:authenticators`; nil for the token that `setToken`
  ///     has set. It is needed also if this device has an in-app credential of the user: only that user may replace
  ///     the PIN.
  /// - Throws: `invalid_request` unless the PIN has 4 to 12 digits; `forbidden` for a token of a user other than the
  ///   one of the in-app credential; the errors of `AuthsignalDevices.credential` and
  ///   `AuthsignalDevices.add(_:token:)`; a storage code.
  public func create(_ pin: Secret, for user: String, token: Secret?) async throws(AuthError) {
    let token = try devices.provider.startToken(token)
    try await create(pin, for: user, as: token.user) { () throws(AuthError) in
      _ = try await devices.add(.inApp, token, user: user)
    }
  }

  private func create(
    _ pin: Secret, for user: String, as owner: String? = nil, addingKey add: () async throws(AuthError) -> Void
  ) async throws(AuthError) {
    try check(pin)
    let credential = try await devices.credential(.inApp, user: user)
    if let owner, let known = credential?.userID, known != owner {
      throw AuthError(
        .forbidden, "The action token and the in-app credential are for different users. Request a token for the user.",
        provider: devices.provider.id)
    }
    if credential == nil { try await add() }
    try await records.replace(record(pin, user).sealed, for: Self.name(user))
  }

  /// Stores a PIN, unless the user has one.
  ///
  /// - Returns: whether the PIN was stored.
  package func add(_ pin: Secret, for user: String) async throws(AuthError) -> Bool {
    try await records.write(record(pin, user).sealed, for: Self.name(user), expecting: nil) != nil
  }

  private func record(_ pin: Secret, _ user: String) -> PINRecord {
    let random = devices.provider.services.random
    return PINRecord(pin, user: user.trimmingBlanks, salt: random.bytes(16), iterations: iterations)
  }

  /// Proves an action with the PIN and this device's in-app key. Nothing is sent if the PIN is wrong.
  ///
  /// - Parameters:
  ///   - pin: the PIN that the user entered.
  ///   - user: the user of the in-app credential.
  ///   - action: the action to prove.
  /// - Throws: `invalid_request` unless the PIN has 4 to 12 digits; `invalid_code` with the remaining guesses for a
  ///   wrong PIN; `too_many_attempts` if no guess is left and the PIN must be created again; `no_credential` if the
  ///   user has no PIN or this device has no in-app credential for the user; a storage code; the errors of
  ///   `AuthsignalDevices.verify`.
  public func verify(_ pin: Secret, for user: String, action: String) async throws(AuthError) -> ActionProof {
    try check(pin)
    try await guess(pin, user)
    return try await devices.verify(action: action, user: user)
  }

  /// Deletes a user's PIN. The in-app credential stays.
  ///
  /// - Parameter user: the user of the in-app credential.
  /// - Throws: a storage code.
  public func delete(for user: String) async throws(AuthError) {
    try await records.remove(Self.name(user), expecting: nil)
  }

  /// The users with a PIN on this device, sorted.
  ///
  /// - Throws: `store_corrupt` if the record of one PIN cannot be read; another storage code.
  public func users() async throws(AuthError) -> [String] {
    var users: [String] = []
    for key in try await records.keys() where key.hasPrefix(Self.prefix) {
      guard let stored = try await records.read(key) else { continue }
      users.append(try PINRecord(stored.value).user)
    }
    return users.sorted()
  }

  private func guess(_ pin: Secret, _ user: String) async throws(AuthError) {
    let name = Self.name(user)
    while true {
      guard let stored = try await records.read(name) else {
        throw AuthError(
          .noCredential, "This user has no PIN on this device. Create one.", provider: devices.provider.id)
      }
      var record = try PINRecord(stored.value)
      guard record.attemptsLeft > 0 else { throw exhausted }
      // The guess is counted before it is checked, so that killing the process in between gains no guess.
      record.attemptsLeft -= 1
      guard let version = try await records.write(record.sealed, for: name, expecting: stored.version) else { continue }
      guard record.matches(pin) else {
        guard record.attemptsLeft > 0 else { throw exhausted }
        throw AuthError(
          .invalidCode, "The PIN is wrong. Enter it again. Attempts left: \(record.attemptsLeft).",
          provider: devices.provider.id)
      }
      record.attemptsLeft = PINRecord.attempts
      // If another guess was counted in the meantime, this write fails, and that guess stays counted.
      try await records.write(record.sealed, for: name, expecting: version)
      return
    }
  }

  private var exhausted: AuthError {
    AuthError(
      .tooManyAttempts,
      "The PIN is locked after \(PINRecord.attempts) wrong attempts. Sign in and create the PIN again.",
      provider: devices.provider.id)
  }

  package func check(_ pin: Secret) throws(AuthError) {
    guard PINRecord.isPIN(pin) else {
      throw AuthError(
        .invalidRequest, "A PIN must have 4 to 12 digits.", provider: devices.provider.id,
        vendorCode: AuthsignalErrorCode.invalidPINFormat.rawValue)
    }
  }

  static func name(_ user: String) -> String { prefix + Hex.encode(Array(user.trimmingBlanks.utf8)) }
}

extension AuthsignalDevices {
  /// PINs for in-app credentials.
  public var pins: AuthsignalPINs { AuthsignalPINs(devices: self) }
}
