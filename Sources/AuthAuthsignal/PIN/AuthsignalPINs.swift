public import AuthCore

/// PINs that protect this device's in-app key. They are local to the device, as with the vendor (A54), but stored as a
/// slow hash with a limit of guesses.
public struct AuthsignalPINs: Sendable {
  let devices: AuthsignalDevices
  /// The hash cost of a new PIN.
  var iterations = PINRecord.iterations

  private static let prefix = "pin."
  private var records: any RecordStore { devices.provider.services.records }

  /// Creates a PIN for a user, and this device's in-app credential if it has no such credential yet.
  ///
  /// - Throws: `invalid_request` unless the PIN has 4 to 12 digits, and what adding a credential throws.
  public func create(_ pin: Secret, for user: String, of session: Session) async throws(AuthError) {
    try check(pin)
    if try await devices.credential(.inApp, user: user) == nil {
      _ = try await devices.add(.inApp, to: session, user: user)
    }
    let random = devices.provider.services.random
    let record = PINRecord(pin, user: user.trimmingBlanks, salt: random.bytes(16), iterations: iterations)
    try await records.replace(record.sealed, for: Self.name(user))
  }

  /// Proves an action with the PIN and this device's in-app key. Nothing is sent for a wrong PIN.
  ///
  /// - Throws: `invalid_code` with the remaining guesses; `too_many_attempts` when none is left and the PIN must be
  ///   created again; `no_credential` where the user has no PIN.
  public func verify(_ pin: Secret, for user: String, action: String) async throws(AuthError) -> ActionProof {
    try check(pin)
    try await guess(pin, user)
    return try await devices.verify(action: action, user: user)
  }

  /// Deletes a user's PIN. The in-app credential stays.
  public func delete(for user: String) async throws(AuthError) {
    try await records.remove(Self.name(user), expecting: nil)
  }

  /// The users with a PIN on this device.
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
        throw AuthError(.noCredential, "This user has no PIN on this device.", provider: devices.provider.id)
      }
      var record = try PINRecord(stored.value)
      guard record.attemptsLeft > 0 else { throw exhausted }
      // The guess is counted before it is checked: killing the process in between does not give a free guess.
      record.attemptsLeft -= 1
      guard let version = try await records.write(record.sealed, for: name, expecting: stored.version) else { continue }
      guard record.matches(pin) else {
        guard record.attemptsLeft > 0 else { throw exhausted }
        throw AuthError(
          .invalidCode, "The PIN is wrong. Guesses left: \(record.attemptsLeft).", provider: devices.provider.id)
      }
      record.attemptsLeft = PINRecord.attempts
      // A write in between has counted its own guess, which stays counted.
      try await records.write(record.sealed, for: name, expecting: version)
      return
    }
  }

  private var exhausted: AuthError {
    AuthError(
      .tooManyAttempts, "Too many wrong PINs. Sign in and create the PIN again.", provider: devices.provider.id)
  }

  private func check(_ pin: Secret) throws(AuthError) {
    guard PINRecord.isPIN(pin) else {
      throw AuthError(
        .invalidRequest, "A PIN must be 4 to 12 digits.", provider: devices.provider.id,
        vendorCode: AuthsignalErrorCode.invalidPINFormat.rawValue)
    }
  }

  private static func name(_ user: String) -> String { prefix + Hex.encode(Array(user.trimmingBlanks.utf8)) }
}

extension AuthsignalDevices {
  /// PINs for in-app credentials.
  public var pins: AuthsignalPINs { AuthsignalPINs(devices: self) }
}
