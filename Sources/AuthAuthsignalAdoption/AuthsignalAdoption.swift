public import AuthAdoption
import AuthAuthsignal
public import AuthCore

/// Takes over what the vendor's iOS SDK (1.0 and later) stored on this device: the keys of its credentials, PINs, the
/// device's ID and the IDs of used passkeys. The SDK has no sessions.
///
/// Keys stay in the Secure Enclave, where the storage plug-in `.adopted(from:)` uses them. PINs, which the SDK keeps as
/// plain text, become slow hashes.
///
/// ```swift
/// let old = AppleSDKStorage()
/// let auth = try AuthClient(configuration: configuration, plugins: [.authsignal], storage: [.adopted(from: old)])
/// try await auth.adopt(AuthsignalAdoption(from: old))
/// ```
public struct AuthsignalAdoption: SDKAdoption {
  private let storage: any SDKStorage
  private let users: [String]
  private let keepsOld: Bool

  /// Creates the adoption.
  ///
  /// - Parameters:
  ///   - storage: where the SDK stored its data.
  ///   - users: further users of in-app credentials, spelt as the app passed them to the SDK. Users who have their own
  ///     tag or PIN are found without this list.
  ///   - keepsOld: whether the SDK's preferences and PINs stay, so that an earlier version of the app still works.
  public init(from storage: any SDKStorage, users: [String] = [], keepsOld: Bool = false) {
    self.storage = storage
    self.users = users
    self.keepsOld = keepsOld
  }

  /// Takes the data over. For each key, the vendor is asked which credential it belongs to.
  ///
  /// - Throws: `invalid_request` if the instance is not of this vendor; `unsupported` if there are keys and the client
  ///   does not open the store of adopted keys; the errors of `AuthClient.provider(_:)`; a storage code.
  public func run(for auth: AuthClient, provider id: ProviderID?) async throws(AuthError) -> AdoptionReport {
    let provider = try auth.provider(id, as: AuthsignalProvider.self, vendor: "Authsignal")
    let marks = AdoptionMarks(provider.services.records)
    return try await marks.exclusively { () async throws(AuthError) in
      var report = AdoptionReport()
      try await adoptDeviceID(provider, &report)
      try await adoptPasskeys(provider, &report)
      try await adoptKeys(provider, marks, &report)
      try await adoptPINs(provider, marks, &report)
      return report
    }
  }

  private func adoptDeviceID(
    _ provider: AuthsignalProvider, _ report: inout AdoptionReport
  ) async throws(AuthError) {
    guard case .text(let deviceID)? = try await storage.preference(AuthsignalSDKNames.deviceID), !deviceID.isEmpty
    else { return }
    report.add("device id", try await provider.adopt(deviceID: deviceID) ? .stored : .known)
    try await remove(AuthsignalSDKNames.deviceID)
  }

  private func adoptPasskeys(
    _ provider: AuthsignalProvider, _ report: inout AdoptionReport
  ) async throws(AuthError) {
    for name in try await storage.preferenceNames() {
      guard let user = AuthsignalSDKNames.passkeyUser(of: name),
        case .text(let credentialID)? = try await storage.preference(name),
        let bytes = Base64URL.decode(credentialID), !bytes.isEmpty
      else { continue }
      let isNew = try await provider.adopt(passkey: bytes, user: user.isEmpty ? nil : user)
      report.add(user.isEmpty ? "passkey" : "passkey of a user", isNew ? .stored : .known)
      try await remove(name)
    }
  }

  private func adoptKeys(
    _ provider: AuthsignalProvider, _ marks: AdoptionMarks, _ report: inout AdoptionReport
  ) async throws(AuthError) {
    let keys = try await storage.keys().filter { $0.tag?.hasPrefix(AuthsignalSDKNames.keyPrefix) == true }
    guard !keys.isEmpty else { return }
    guard let store = AdoptedKeyStore(in: provider.services.keys) else {
      throw AuthError(
        .unsupported,
        "The SDK's keys cannot be copied, and this client does not open the store of adopted keys. "
          + "Create the client with the storage plug-in .adopted(from:).")
    }
    let names = try await users + knownUsers(provider, marks)
    let wanted = AuthsignalSDKNames.credentials(in: keys, users: names)
    for credential in wanted {
      if let outcome = try await adopt(credential, provider, marks, store) { report.add(credential.name, outcome) }
    }
    let named = Set(wanted.filter { $0.user != nil }.flatMap(\.publicKeys))
    for key in keys where AuthsignalSDKNames.isOfUser(key) && !named.contains(key.publicKey) {
      report.add("key for in-app of a user", .failed(unknownUser(provider)))
    }
  }

  /// The users of the SDK's PINs, and of the in-app credentials and PINs that are stored here. A PIN of the SDK is
  /// removed once it is stored here, but a later run has to know its user: otherwise, a shared key would get another
  /// owner.
  private func knownUsers(
    _ provider: AuthsignalProvider, _ marks: AdoptionMarks
  ) async throws(AuthError) -> [String] {
    let owners = try await storage.passwords(service: AuthsignalSDKNames.pinService, account: nil).map(\.account)
    let marked = try await marks.names(after: Self.pinMark).compactMap { name in
      Hex.decode(name).flatMap { String(strictUTF8: $0) }
    }
    return try await owners + marked + provider.devices.keys.inAppUsers().compactMap(\.self)
  }

  private static let pinMark = "authsignal.pin."

  private func unknownUser(_ provider: AuthsignalProvider) -> AuthError {
    AuthError(
      .invalidRequest,
      "The user of an in-app key is not known, because release 2.1.0 of the SDK may have replaced characters of the "
        + "user's name in the key's tag. Pass the name to AuthsignalAdoption(from:users:).", provider: provider.id)
  }

  /// Asks the vendor about one key after the other whether it belongs to this credential, and takes over the first key
  /// that does.
  ///
  /// - Returns: nil if the vendor knows none of the keys, as is usual for a key that is shared by several kinds.
  private func adopt(
    _ wanted: AuthsignalSDKNames.Credential, _ provider: AuthsignalProvider, _ marks: AdoptionMarks,
    _ store: AdoptedKeyStore
  ) async throws(AuthError) -> AdoptionReport.Outcome? {
    // A credential that was taken over and removed since is not taken over again.
    let mark = "authsignal." + wanted.recordName
    do throws(AuthError) {
      if let known = try await provider.devices.key(wanted.method, user: wanted.user) {
        // The process may have been killed before it confirmed the key.
        if known.storeID == store.id { try await store.confirm(known) }
        try await marks.set(.done, for: mark)
        return .known
      }
      if try await marks.mark(of: mark) == .done { return .known }
      for publicKey in wanted.publicKeys {
        let key = try await provider.devices.adopt(
          wanted.method, user: wanted.user, publicKey: publicKey
        ) { (namespace) async throws(AuthError) in
          try await store.adopt(publicKey, namespace: namespace, name: wanted.recordName)
        }
        guard let key else { continue }
        if key.storeID == store.id { try await store.confirm(key) }
        try await marks.set(.done, for: mark)
        return .stored
      }
      return nil
    } catch  where error.code != .cancelled && error.code.kind != .storage {
      return .failed(error)
    }
  }

  private func adoptPINs(
    _ provider: AuthsignalProvider, _ marks: AdoptionMarks, _ report: inout AdoptionReport
  ) async throws(AuthError) {
    for item in try await storage.passwords(service: AuthsignalSDKNames.pinService, account: nil) {
      let user = item.account.trimmingBlanks
      let mark = Self.pinMark + Hex.encode(Array(user.utf8))
      if try await marks.mark(of: mark) == .done {
        report.add("PIN", .known)
      } else {
        do throws(AuthError) {
          let isNew = try await provider.devices.pins.adopt(item.value, for: user)
          report.add("PIN", isNew ? .stored : .known)
        } catch  where error.code == .invalidRequest {
          report.add("PIN", .useless(error))
          // The plain text stays until the user has another PIN.
          guard try await provider.devices.pins.users().contains(user) else { continue }
        }
        try await marks.set(.done, for: mark)
      }
      if !keepsOld { try await storage.remove(item) }
    }
  }

  private func remove(_ preference: String) async throws(AuthError) {
    if !keepsOld { try await storage.removePreference(preference) }
  }
}
