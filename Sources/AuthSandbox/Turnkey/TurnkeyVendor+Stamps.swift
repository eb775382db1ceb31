import AuthCore

extension TurnkeyVendor {
  /// Whose stamp the request carries, after every check of the notes' §10.2.
  ///
  /// - Parameter looksDown: whether a request that names the parent may be meant for the one sub-organisation that
  ///   holds the key (`whoami`, `stamp_login`).
  func authenticate(
    _ request: SandboxRequest, organization id: String, looksDown: Bool, world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyCaller {
    guard let header = request.headers["X-Stamp"] else {
      if request.headers["X-Stamp-WebAuthn"] != nil { throw .unserved("passkey stamps yet") }
      throw .noStamp
    }
    let stamp = try TurnkeyStamp(header: header)
    let place = try holder(of: stamp.publicKey, in: id, looksDown: looksDown)
    guard let key = directory.key(stamp.publicKey, of: place) else { throw .unknownKey }
    guard stamp.isValid(for: request.body, by: key.verifier) else { throw .wrongSignature }
    guard !key.isExpired(at: world.now) else { throw .expiredKey }
    return TurnkeyCaller(place: place, publicKey: stamp.publicKey)
  }

  /// In the organisation itself, else in its parent, else, where that is asked for, in its one sub-organisation.
  private func holder(
    of key: String, in id: String, looksDown: Bool
  ) throws(TurnkeyFailure) -> TurnkeyDirectory.Place {
    guard let organization = directory.organization(id) else { throw .unknownOrganization }
    let holders = directory.holders(of: key)
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
