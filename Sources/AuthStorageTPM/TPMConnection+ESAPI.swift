#if TPM && os(Linux)
  import AuthCore
  import CTSS2

  /// The operations of a TPM through tpm2-tss. Each operation opens a connection and closes it.
  struct TPMConnection: Sendable {
    let name: String

    func makeKey(authorization: Secret?) throws(AuthError) -> TPMSigningKey {
      try perform("make a key") { tpm in
        var (publicPart, privatePart) = (lk_tpm_blob(), lk_tpm_blob())
        var point = [UInt8](repeating: 0, count: 64)
        let code = Self.withBytes(authorization) {
          lk_tpm_make_key(&tpm, $0, $1, &publicPart, &privatePart, &point)
        }
        return (code, TPMSigningKey(object: Self.object(publicPart, privatePart, tpm), point: point))
      }
    }

    func sign(_ digest: [UInt8], with key: TPMObject, authorization: Secret?) throws(AuthError) -> [UInt8] {
      guard digest.count == 32 else {
        throw AuthError(
          .internalError,
          "The digest to sign has \(digest.count) bytes instead of 32. Report this to Latchkey's maintainers.")
      }
      return try perform("sign", under: key.parent) { tpm in
        Self.load(key, in: &tpm) { tpm, handle in
          var signature = [UInt8](repeating: 0, count: 64)
          let code = Self.withBytes(authorization) {
            lk_tpm_sign(&tpm, handle, $0, $1, digest, &signature)
          }
          return (code, signature)
        }
      }
    }

    func check(_ key: TPMObject) throws(AuthError) {
      try perform("load a key", under: key.parent) { tpm in Self.load(key, in: &tpm) { _, _ in (0, ()) } }
    }

    func seal(_ data: Secret) throws(AuthError) -> TPMObject {
      try perform("seal a key") { tpm in
        var (publicPart, privatePart) = (lk_tpm_blob(), lk_tpm_blob())
        let code = Self.withBytes(data) { lk_tpm_seal(&tpm, $0, $1, &publicPart, &privatePart) }
        return (code, Self.object(publicPart, privatePart, tpm))
      }
    }

    func unseal(_ object: TPMObject) throws(AuthError) -> Secret {
      try perform("unseal a key", under: object.parent) { tpm in
        Self.load(object, in: &tpm) { tpm, handle in
          var data = lk_tpm_blob()
          let code = lk_tpm_unseal(&tpm, handle, &data)
          defer { withUnsafeMutableBytes(of: &data) { Wiping.wipe($0) } }
          let count = data.count
          return (code, withUnsafeBytes(of: &data.bytes) { Secret($0.prefix(count)) })
        }
      }
    }

    func readIndex(_ index: UInt32) throws(AuthError) -> [UInt8]? {
      try perform("read an NV index") { tpm in
        var bytes = [UInt8](repeating: 0, count: Self.indexSize)
        let code = lk_tpm_nv_read(&tpm, index, &bytes)
        return lk_tpm_nv_missing(code) != 0 ? (0, .some(nil)) : (code, .some(bytes))
      }
    }

    func writeIndex(_ index: UInt32, _ bytes: [UInt8]) throws(AuthError) -> Bool {
      try perform("write an NV index") { tpm in
        let code = lk_tpm_nv_write(&tpm, index, bytes + [UInt8](repeating: 0, count: Self.indexSize - bytes.count))
        return lk_tpm_nv_refused(code) != 0 ? (0, false) : (code, true)
      }
    }

    static var indexSize: Int { Int(lk_tpm_nv_size) }

    func reach() throws(AuthError) { try perform("make its storage key") { _ in (0, ()) } }

    func loadedHandles() throws(AuthError) -> Int {
      var tpm = lk_tpm()
      defer { lk_tpm_close(&tpm) }
      var code = lk_tpm_open(&tpm, name)
      var total = 0
      for first in Self.loadable where code == 0 {
        var count: UInt32 = 0
        code = lk_tpm_handles(&tpm, first, 0, &count)
        total += Int(count)
      }
      guard code == 0 else { throw TPMFailure.error(code, "list its loaded objects", name) }
      return total
    }

    /// The kinds of loaded handles: objects and sessions.
    private static let loadable = [lk_tpm_objects, lk_tpm_sessions]

    /// Opens a connection, runs `body`, and closes the connection.
    ///
    /// A resource manager shows each connection only that connection's objects. A TPM without a resource manager has
    /// only a few slots, usually three, for all processes. If the slots are full, other operations usually free their
    /// slots soon. If the slots stay full, killed processes have probably left objects there, and all objects and
    /// sessions are flushed. An operation whose objects were flushed starts again.
    ///
    /// `parent` is the name of the storage key that must be used; empty if any is accepted.
    private func perform<Value>(
      _ action: String, under parent: [UInt8] = [], _ body: (inout lk_tpm) -> (TSS2_RC, Value?)
    ) throws(AuthError) -> Value {
      var attempt: UInt32 = 0
      while true {
        var tpm = lk_tpm()
        defer { lk_tpm_close(&tpm) }
        var code = lk_tpm_open(&tpm, name)
        guard code == 0 else { throw TPMFailure.unreachable(name, code) }
        code = lk_tpm_begin(&tpm, parent, parent.count)
        if code == 0 {
          let (result, value) = body(&tpm)
          if result == 0, let value { return value }
          code = result
        }
        attempt += 1
        guard attempt < Self.attempts, TPMFailure.isFull(code) || TPMFailure.isFlushed(code) else {
          throw TPMFailure.error(code, action, name)
        }
        lk_tpm_end(&tpm)
        if TPMFailure.isFull(code), attempt % Self.patience == 0 { flushAll(&tpm) }
        lk_tpm_pause(UInt32.random(in: 1...8 * attempt))
      }
    }

    /// The number of attempts of an operation, and the number of attempts on a full TPM before its objects are flushed.
    private static let (attempts, patience): (UInt32, UInt32) = (24, 6)

    private func flushAll(_ tpm: inout lk_tpm) {
      for first in Self.loadable {
        var count: UInt32 = 0
        _ = lk_tpm_handles(&tpm, first, 1, &count)
      }
    }

    private static func load<Value>(
      _ object: TPMObject, in tpm: inout lk_tpm, _ body: (inout lk_tpm, ESYS_TR) -> (TSS2_RC, Value)
    ) -> (TSS2_RC, Value?) {
      var handle = ESYS_TR()
      let code = lk_tpm_load(
        &tpm, object.publicPart, object.publicPart.count, object.privatePart, object.privatePart.count, &handle)
      defer { lk_tpm_flush(&tpm, &handle) }
      return code == 0 ? body(&tpm, handle) : (code, nil)
    }

    private static func withBytes(
      _ secret: Secret?, _ body: (UnsafePointer<UInt8>?, Int) -> TSS2_RC
    ) -> TSS2_RC {
      guard let secret else { return body(nil, 0) }
      return secret.withBytes { body($0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count) }
    }

    private static func object(
      _ publicPart: lk_tpm_blob, _ privatePart: lk_tpm_blob, _ tpm: lk_tpm
    ) -> TPMObject {
      TPMObject(publicPart: bytes(publicPart), privatePart: bytes(privatePart), parent: bytes(tpm.name))
    }

    private static func bytes(_ blob: lk_tpm_blob) -> [UInt8] {
      withUnsafeBytes(of: blob.bytes) { Array($0.prefix(blob.count)) }
    }
  }
#endif
