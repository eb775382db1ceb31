package import AuthCore
import AuthStorage

/// A TPM 2.0, identified by its connection string for tpm2-tss.
///
/// Every operation opens a connection, derives the storage key from the seed of the owner hierarchy, loads its objects,
/// flushes these objects and closes the connection. Between two operations, the TPM contains no object of this process,
/// and other processes can use it. This object runs one operation at a time.
public final class TPM: Sendable {
  /// The connection string of the TPM (TCTI), such as `device:/dev/tpmrm0`, `tabrmd:bus_type=session` or
  /// `swtpm:path=/run/swtpm`.
  public let connection: String
  private let turn = Locked<Void>(())

  /// The kernel's resource manager, which several processes can share.
  public static let standardConnection = "device:/dev/tpmrm0"

  /// Creates access to a TPM. No connection is opened yet.
  public init(connection: String = TPM.standardConnection) { self.connection = connection }

  /// Makes a P-256 key that cannot leave the TPM.
  func makeKey(authorization: Secret?) async throws(AuthError) -> TPMSigningKey {
    try await onThread { (tpm) throws(AuthError) in try tpm.makeKey(authorization: authorization) }
  }

  /// Signs a SHA-256 digest. Returns r‖s, 64 bytes.
  func sign(_ digest: [UInt8], with key: TPMObject, authorization: Secret?) async throws(AuthError) -> [UInt8] {
    try await onThread { (tpm) throws(AuthError) in
      try tpm.sign(digest, with: key, authorization: authorization)
    }
  }

  /// Checks that the TPM can load a key.
  func check(_ key: TPMObject) async throws(AuthError) {
    try await onThread { (tpm) throws(AuthError) in try tpm.check(key) }
  }

  /// Seals at most 128 bytes. Blocks the calling thread.
  func seal(_ data: Secret) throws(AuthError) -> TPMObject {
    try takingTurns { (tpm) throws(AuthError) in try tpm.seal(data) }
  }

  /// Unseals an object. Blocks the calling thread.
  func unseal(_ object: TPMObject) throws(AuthError) -> Secret {
    try takingTurns { (tpm) throws(AuthError) in try tpm.unseal(object) }
  }

  /// Reads an NV index; nil if it does not exist. Blocks the calling thread.
  func readIndex(_ index: UInt32) throws(AuthError) -> [UInt8]? {
    try takingTurns { (tpm) throws(AuthError) in try tpm.readIndex(index) }
  }

  /// Writes an NV index of at most 96 bytes, and defines it if it does not exist; returns false if the TPM has no space
  /// for it, or its owner does not allow it. Blocks the calling thread.
  func writeIndex(_ index: UInt32, _ bytes: [UInt8]) throws(AuthError) -> Bool {
    try takingTurns { (tpm) throws(AuthError) in try tpm.writeIndex(index, bytes) }
  }

  /// Opens a connection and derives the storage key. These are the first steps of every operation.
  ///
  /// - Throws: `key_unavailable` when the TPM cannot be reached or does not work.
  package func reach() async throws(AuthError) {
    try await onThread { (tpm) throws(AuthError) in try tpm.reach() }
  }

  /// Returns the number of objects and sessions that are loaded in the TPM, for tests.
  package func loadedHandles() throws(AuthError) -> Int {
    try takingTurns { (tpm) throws(AuthError) in try tpm.loadedHandles() }
  }

  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable (TPMConnection) throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    let work = Work(body)
    guard let result = await BlockingThread.run({ self.result(of: work) }) else {
      throw AuthError(
        .internalError,
        "The system could not create a thread for the TPM, because no memory is left or the limit on threads is "
          + "reached. Raise the limit on threads of this process (ulimit -u, or TasksMax in systemd) and try again.")
    }
    return try result.get()
  }

  /// A closure with a typed throw. It is in a struct, because a generic argument of the closure's type needs iOS 18.
  private struct Work<Value: Sendable>: Sendable {
    let body: @Sendable (TPMConnection) throws(AuthError) -> Value
    init(_ body: @escaping @Sendable (TPMConnection) throws(AuthError) -> Value) { self.body = body }
  }

  private func result<Value>(of work: Work<Value>) -> Result<Value, AuthError> {
    do throws(AuthError) {
      return .success(try takingTurns(work.body))
    } catch {
      return .failure(error)
    }
  }

  private func takingTurns<Value: Sendable>(
    _ body: (TPMConnection) throws(AuthError) -> Value
  ) throws(AuthError) -> Value {
    // With TSS2_LOG, tpm2-tss writes the connection to the terminal as it is.
    guard !connection.hasControlCharacter else {
      throw AuthError(
        .invalidConfiguration,
        "$.storage.tpm.connection must be a connection of tpm2-tss without control characters, such as "
          + "\(Self.standardConnection).")
    }
    return try turn.withLock { (_) throws(AuthError) in try body(TPMConnection(name: connection)) }
  }
}
