import AuthCore
import AuthCrypto

/// The record of a PIN: a salted slow hash, and the number of remaining guesses. In contrast, the vendor's SDK stores
/// the PIN itself and does not count guesses (A54).
struct PINRecord: Sendable, Equatable {
  /// DESIGN A54: the number of consecutive wrong guesses before a PIN is locked.
  static let attempts: Int64 = 5
  /// DESIGN A84: the number of PBKDF2 iterations. There are only ten thousand PINs of four digits, so a PIN is
  /// protected mainly by the limit of guesses (`attempts`) and by the store.
  static let iterations = 200_000

  let salt: [UInt8]
  let iterations: Int
  let hash: Secret
  let user: String
  var attemptsLeft: Int64

  /// Creates the record of a new PIN.
  init(_ pin: Secret, user: String, salt: [UInt8], iterations: Int) {
    self.salt = salt
    self.iterations = iterations
    self.user = user
    hash = Self.hash(pin, salt, iterations)
    attemptsLeft = Self.attempts
  }

  func matches(_ pin: Secret) -> Bool { Self.hash(pin, salt, iterations) == hash }

  private static func hash(_ pin: Secret, _ salt: [UInt8], _ iterations: Int) -> Secret {
    PBKDF2.deriveKey(password: pin, salt: salt, iterations: iterations, byteCount: 32)
  }

  /// Whether `pin` has 4 to 12 ASCII digits. The vendor's SDK accepts any Unicode digit, but a keyboard may lack the
  /// digits of another script.
  static func isPIN(_ pin: Secret) -> Bool {
    pin.withBytes { bytes in (4...12).contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// The stored form.
  var sealed: Secret {
    let object: JSONValue = [
      "v": 1, "salt": .string(Base64URL.encode(salt)), "iterations": .integer(Int64(iterations)),
      "hash": .string(hash.withBytes { Base64URL.encode($0) }), "user": .string(user), "left": .integer(attemptsLeft),
    ]
    return object.serializedSecret
  }

  /// Reads the record from `sealed`.
  ///
  /// - Throws: `store_corrupt` if it cannot be read.
  init(_ sealed: Secret) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: sealed) } catch { throw Self.unreadable }
    guard json["v"]?.integerValue == 1, let salt = json["salt"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      let iterations = json["iterations"]?.integerValue, iterations > 0,
      let hash = json["hash"]?.stringValue.flatMap({ Base64URL.decode($0) }), hash.count == 32,
      let user = json["user"]?.stringValue, let left = json["left"]?.integerValue
    else { throw Self.unreadable }
    self.salt = salt
    self.iterations = Int(iterations)
    self.hash = Secret(hash)
    self.user = user
    attemptsLeft = left
  }

  private static let unreadable = AuthError(
    .storeCorrupt, "The record of a PIN cannot be read. Delete the PIN and create it again.")
}
