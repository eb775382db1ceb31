import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// The policy `olderTexts`: whether refusals have the texts of older servers (T52, T53, T85).
  private func usesOlderTexts(_ world: SandboxWorld) -> Bool {
    world.policy(name)["olderTexts"]?.boolValue ?? false
  }

  /// Verifies the request's stamp, and returns its user (T4, T39, T52).
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - id: the id of the organisation that the request names.
  ///   - looksDown: whether a request that names the parent may refer to the only sub-organisation that has the key
  ///     (`whoami`, `stamp_login`, and queries about that login).
  ///   - isQuery: whether a read-only session suffices.
  ///   - world: the time, the policy, the accepted origins and the identity system.
  func authenticate(
    _ request: SandboxRequest, organization id: String, looksDown: Bool, isQuery: Bool = false, world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    let names = ["X-Stamp", "X-Stamp-WebAuthn", "X-Stamp-Attested"].filter { request.headers[$0] != nil }
    guard let name = names.first, let header = request.headers[name] else {
      if isQuery, let session = request.headers["X-Session"] { return try readOnly(session, id, world) }
      throw .noStamp
    }
    guard names.count == 1 else { throw .malformedStamp }
    switch name {
    case "X-Stamp": return try authenticate(TurnkeyStamp(header: header), request, id, looksDown: looksDown, world)
    case "X-Stamp-WebAuthn":
      return try authenticate(TurnkeyPasskeyStamp(header: header), request, id, looksDown: looksDown, world)
    default: return try authenticate(TurnkeyAttestedStamp(header: header), request, id, looksDown: looksDown, world)
    }
  }

  private func authenticate(
    _ stamp: TurnkeyStamp, _ request: SandboxRequest, _ id: String, looksDown: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    let place: TurnkeyDirectory.Place
    do {
      place = try holder(of: stamp.publicKey, in: id, looksDown: looksDown)
    } catch {
      guard error.errorCode == "PUBLIC_KEY_NOT_FOUND", usesOlderTexts(world) else { throw error }
      throw .olderUnknownKey(stamp.publicKey, in: id)
    }
    guard let key = directory.key(stamp.publicKey, of: place) else { throw .unknownKey }
    guard key.verifier.isValid(stamp.signature, over: request.body, scheme: stamp.scheme) else { throw .wrongSignature }
    guard !key.isExpired(at: world.now) else {
      throw usesOlderTexts(world) ? .olderExpiredKey(stamp.publicKey) : .expiredKey
    }
    return TurnkeyCaller(
      place: place, publicKey: stamp.publicKey, scheme: stamp.scheme.rawValue, signature: Hex.encode(stamp.signature))
  }

  private func authenticate(
    _ stamp: TurnkeyPasskeyStamp, _ request: SandboxRequest, _ id: String, looksDown: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    let place: TurnkeyDirectory.Place
    do {
      place = try holder(of: stamp.handle, in: id, looksDown: looksDown)
    } catch {
      guard error.errorCode == "PUBLIC_KEY_NOT_FOUND" else { throw error }
      throw .unknownPasskey(stamp.credentialID, in: id, isOlder: usesOlderTexts(world))
    }
    let known = directory.user(place)?.authenticators.first {
      TurnkeyAuthenticator.handle($0.credentialID) == stamp.handle
    }
    guard let known, stamp.isValid(for: request.body, by: known.passkey, at: world.turnkeyRelyingParty) else {
      throw .unauthenticated("could not verify WebAuthN signature", "SIGNATURE_INVALID")
    }
    return TurnkeyCaller(place: place, publicKey: stamp.handle, scheme: "SIGNATURE_SCHEME_TK_WEBAUTHN")
  }

  /// Verifies an attested stamp, whose token must name the key that signed, and returns the token's user.
  private func authenticate(
    _ stamp: TurnkeyAttestedStamp, _ request: SandboxRequest, _ id: String, looksDown: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    guard directory.organization(id) != nil else { throw .unknownOrganization }
    let places: [TurnkeyDirectory.Place]
    switch stamp.scheme {
    case .verificationToken:
      let token = try verification(stamp.attestation, world)
      guard token.publicKey?.lowercased() == stamp.publicKey else { throw .wrongSignature }
      guard token.organization == organizationID || token.organization == id else { throw .organizationMismatch }
      places = directory.places { token.contact.belongs(to: $1) }
    case .identityToken:
      let key = try identity(of: stamp.attestation, boundTo: stamp.publicKey, world)
      places = directory.places { _, user in user.oauthIdentities.contains { $0.key == key } }
    }
    try stamp.check(request.body)
    let fitting = places.filter { $0.organization == id || looksDown && id == organizationID }
    guard let place = fitting.first else { throw .unknownKey }
    guard fitting.count == 1 else { throw .ambiguousKey }
    return TurnkeyCaller(
      place: place, publicKey: stamp.publicKey, scheme: stamp.scheme.rawValue, signature: Hex.encode(stamp.signature))
  }

  /// The user of a read-only session (T74).
  private func readOnly(
    _ session: String, _ id: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    guard let known = readOnlySessions[session], known.expires > world.now else {
      throw .unauthenticated("no valid authentication signature found for request")
    }
    guard known.place.organization == id else { throw .organizationMismatch }
    return TurnkeyCaller(place: known.place, publicKey: "")
  }

  /// The user who has a credential: in the organisation itself, otherwise in its parent, otherwise, if `looksDown`, in
  /// its only sub-organisation with the credential.
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

  /// The members of the request's body, and the id of the organisation that it names.
  func body(of request: SandboxRequest) throws(TurnkeyFailure) -> (fields: TurnkeyFields, organization: String) {
    guard !request.body.isEmpty, let object = request.jsonObject else { throw .badBody }
    let fields = TurnkeyFields(object)
    let id = try fields.string("organizationId")
    guard id.utf8.count == 36 else { throw .malformedOrganization }
    return (fields, id)
  }
}
