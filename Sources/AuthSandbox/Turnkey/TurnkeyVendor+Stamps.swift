import AuthCore

extension TurnkeyVendor {
  /// Whose stamp the request carries, after every check of the notes' §10.2.
  ///
  /// - Parameter looksDown: whether a request that names the parent may be meant for the one sub-organisation that
  ///   holds the key (`whoami`, `stamp_login`).
  func authenticate(
    _ request: SandboxRequest, organization id: String, looksDown: Bool, world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    switch (request.headers["X-Stamp"], request.headers["X-Stamp-WebAuthn"]) {
    case (let header?, nil):
      return try authenticate(TurnkeyStamp(header: header), request, id, looksDown: looksDown, world)
    case (nil, let header?):
      return try authenticate(TurnkeyPasskeyStamp(header: header), request, id, looksDown: looksDown, world)
    case (nil, nil): throw .noStamp
    default: throw .malformedStamp
    }
  }

  private func authenticate(
    _ stamp: TurnkeyStamp, _ request: SandboxRequest, _ id: String, looksDown: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    let place = try holder(of: stamp.publicKey, in: id, looksDown: looksDown)
    guard let key = directory.key(stamp.publicKey, of: place) else { throw .unknownKey }
    guard stamp.isValid(for: request.body, by: key.verifier) else { throw .wrongSignature }
    guard !key.isExpired(at: world.now) else { throw .expiredKey }
    return TurnkeyCaller(place: place, publicKey: stamp.publicKey)
  }

  private func authenticate(
    _ stamp: TurnkeyPasskeyStamp, _ request: SandboxRequest, _ id: String, looksDown: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    let place: TurnkeyDirectory.Place
    do {
      place = try holder(of: stamp.handle, in: id, looksDown: looksDown)
    } catch {
      // The same search in other words: for passkeys the vendor answers 404.
      guard error.errorCode == "PUBLIC_KEY_NOT_FOUND" else { throw error }
      throw .notFound("webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND")
    }
    let known = directory.user(place)?.authenticators.first {
      TurnkeyAuthenticator.handle($0.credentialID) == stamp.handle
    }
    guard let known, stamp.isValid(for: request.body, by: known.passkey, at: world.turnkeyRelyingParty) else {
      throw .unauthenticated("could not verify WebAuthN signature", "SIGNATURE_INVALID")
    }
    return TurnkeyCaller(place: place, publicKey: stamp.handle)
  }

  /// In the organisation itself, else in its parent, else, where that is asked for, in its one sub-organisation.
  private func holder(
    of handle: String, in id: String, looksDown: Bool
  ) throws(TurnkeyFailure) -> TurnkeyDirectory.Place {
    guard let organization = directory.organization(id) else { throw .unknownOrganization }
    let holders = directory.holders(of: handle)
    if let own = holders.first(where: { $0.organization == id }) { return own }
    if let parent = organization.parentID, let above = holders.first(where: { $0.organization == parent }) {
      return above
    }
    let below = holders.filter { directory.organization($0.organization)?.parentID == id }
    guard looksDown, let place = below.first else { throw .unknownKey }
    guard below.count == 1 else { throw .ambiguousKey }
    return place
  }

  /// The body's object and the organisation that it names.
  func body(of request: SandboxRequest) throws(TurnkeyFailure) -> (fields: TurnkeyFields, organization: String) {
    guard !request.body.isEmpty, let object = request.jsonObject else { throw .badBody }
    let fields = TurnkeyFields(object)
    let id = try fields.string("organizationId")
    guard id.utf8.count == 36 else { throw .malformedOrganization }
    return (fields, id)
  }
}
