public import AuthCore

extension AuthsignalProvider: CredentialKeeping {
  /// Removes the credentials of this device at the server, and deletes the keys of these credentials on this device
  /// even if the server refuses. Also deletes the PIN of the in-app credential, and the record of the last passkey.
  ///
  /// - Parameter identifier: the user of the in-app credential, the PIN and the passkey; nil for those of all users.
  ///   Push and QR code credentials belong to the device, and are always removed.
  /// - Throws: after every credential has been tried, the first error of the key store or the record store; if there is
  ///   none, the first error of the server.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    var names = [DeviceKeys.name(.push, nil), DeviceKeys.name(.qrCode, nil)]
    if let identifier {
      names += try await self.names(of: identifier)
    } else {
      let shared = names
      names += try await services.records.readableKeys().filter { Self.isKept($0) && !shared.contains($0) }
    }
    var (failures, refusals): ([AuthError], [AuthError]) = ([], [])
    for name in names { await forget(name, &failures, &refusals) }
    if let error = (failures + refusals).first { throw error.adding(provider: id) }
  }

  /// The keys of this device, and the PINs and passkeys that are known on it. If a record of an earlier version does
  /// not say whose credential it is, the vendor is asked.
  public func keptCredentials(of identifiers: [String]) async throws(AuthError) -> [KeptCredential] {
    var named: [String] = []
    for identifier in identifiers { named += try await names(of: identifier) }
    var kept: [KeptCredential] = []
    for name in try await services.records.readableKeys() where Self.isKept(name) {
      let (mark, owner) = try await identity(of: name)
      kept.append(KeptCredential(name: name, mark: mark, owner: owner, isNamed: named.contains(name)))
    }
    return kept
  }

  /// Removes one credential, as `forgetDevice(identifier:)` does.
  public func forget(_ credential: KeptCredential) async throws(AuthError) {
    var (failures, refusals): ([AuthError], [AuthError]) = ([], [])
    await forget(credential.name, &failures, &refusals)
    if let error = (failures + refusals).first { throw error.adding(provider: id) }
  }

  private func forget(_ name: String, _ failures: inout [AuthError], _ refusals: inout [AuthError]) async {
    do throws(AuthError) {
      guard let (method, user) = DeviceKeys.credential(name) else {
        try await services.records.remove(name, expecting: nil)
        return
      }
      do throws(AuthError) { try await devices.remove(method, user: user) } catch {
        refusals.append(error)
        // The key is deleted despite the error.
        try await devices.keys.forget(method, user: user)
      }
    } catch {
      failures.append(error)
    }
  }

  private static func isKept(_ name: String) -> Bool {
    DeviceKeys.credential(name) != nil || name.hasPrefix(AuthsignalPINs.prefix) || AuthsignalPasskeys.isName(name)
  }

  /// The names of the records of one user. The record of the device's last passkey is one if that passkey is the
  /// user's.
  private func names(of identifier: String) async throws(AuthError) -> [String] {
    let (last, passkey) = (AuthsignalPasskeys.name(nil), AuthsignalPasskeys.name(identifier))
    let names = [DeviceKeys.name(.inApp, identifier), AuthsignalPINs.name(identifier), passkey]
    guard let own = try await value(at: passkey), try await value(at: last) == own else { return names }
    return names + [last]
  }

  /// A stored value; nil also for a damaged record.
  private func value(at name: String) async throws(AuthError) -> Secret? {
    do throws(AuthError) {
      return try await services.records.read(name)?.value
    } catch where error.code == .storeCorrupt {
      return nil
    }
  }

  /// What distinguishes the credential of a record, and the ID of its user. A PIN belongs to the in-app credential of
  /// its user.
  private func identity(of name: String) async throws(AuthError) -> (mark: String, owner: String?) {
    do throws(AuthError) {
      if AuthsignalPasskeys.isName(name) {
        let value = try await value(at: name)
        return (value?.revealText() ?? "", value.flatMap(AuthsignalPasskeys.owner))
      }
      let isPIN = name.hasPrefix(AuthsignalPINs.prefix)
      let key = isPIN ? DeviceKeys.name(.inApp, nil) + "." + name.dropFirst(AuthsignalPINs.prefix.count) : name
      guard let record = try await devices.keys.record(at: key) else { return ("", nil) }
      return (record.mark, await devices.owner(of: record, at: key))
    } catch where error.code == .storeCorrupt {
      return ("", nil)
    }
  }
}

extension AuthsignalDevices {
  /// The user of a credential, from its record or else from the vendor; nil if the vendor does not say. An answer of
  /// the vendor is stored.
  fileprivate func owner(of known: DeviceRecord, at name: String) async -> String? {
    guard known.owner == nil, known.credentialID != nil, let (method, user) = DeviceKeys.credential(name) else {
      return known.owner
    }
    var record = known
    do throws(AuthError) {
      record.owner = try await credential(method, publicKey: known.key.publicKey).userID
      if record.owner != nil { try await keys.save(record, method, user: user) }
    } catch {
      provider.services.observer.record(.step(provider: provider.id, name: "credential_owner_unknown"))
    }
    return record.owner
  }
}
