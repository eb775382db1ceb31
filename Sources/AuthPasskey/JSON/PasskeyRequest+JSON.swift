public import AuthCore

extension PasskeyCreationRequest {
  /// Reads the creation options of a server (WebAuthn Level 3 §5.1.8, `PublicKeyCredentialCreationOptionsJSON`).
  ///
  /// - Parameters:
  ///   - json: the creation options.
  ///   - relyingPartyID: the RP ID if the options have no `rp.id`.
  /// - Throws: `malformed_response` naming the member, or `unsupported` if the server requires `largeBlob`.
  public init(json: JSONValue, relyingPartyID: String? = nil) throws(AuthError) {
    guard let party = json["rp"]?["id"]?.stringValue ?? relyingPartyID else { throw RequestMembers.malformed("rp.id") }
    guard let partyName = json["rp"]?["name"]?.stringValue else { throw RequestMembers.malformed("rp.name") }
    let user = try RequestMembers.bytes(json["user"]?["id"], "user.id")
    guard let name = json["user"]?["name"]?.stringValue else { throw RequestMembers.malformed("user.name") }
    guard let displayName = json["user"]?["displayName"]?.stringValue else {
      throw RequestMembers.malformed("user.displayName")
    }
    guard let parameters = json["pubKeyCredParams"]?.arrayValue else {
      throw RequestMembers.malformed("pubKeyCredParams")
    }
    let known = parameters.filter { $0["type"]?.stringValue == "public-key" }
    self.init(
      relyingPartyID: party, relyingPartyName: partyName, userHandle: user, userName: name, displayName: displayName,
      challenge: try RequestMembers.bytes(json["challenge"], "challenge"),
      // An empty list means ES256 and RS256 (§5.1.3, step 10).
      algorithms: parameters.isEmpty
        ? [-7, -257] : known.compactMap { $0["alg"]?.integerValue.flatMap(Int.init(exactly:)) },
      excludedCredentials: try RequestMembers.credentials(json["excludeCredentials"], "excludeCredentials"),
      userVerification: json["authenticatorSelection"]?["userVerification"]?.stringValue ?? "preferred",
      attestation: json["attestation"]?.stringValue ?? "none",
      extensions: try RequestMembers.extensions(json["extensions"]))
  }
}

extension PasskeyAssertionRequest {
  /// Reads the request options of a server (WebAuthn Level 3 §5.1.9, `PublicKeyCredentialRequestOptionsJSON`).
  ///
  /// - Parameters:
  ///   - json: the request options.
  ///   - relyingPartyID: the RP ID if the options have no `rpId`.
  /// - Throws: `malformed_response` naming the member, or `unsupported` if the server requires `largeBlob`.
  public init(json: JSONValue, relyingPartyID: String? = nil) throws(AuthError) {
    guard let party = json["rpId"]?.stringValue ?? relyingPartyID else { throw RequestMembers.malformed("rpId") }
    self.init(
      relyingPartyID: party, challenge: try RequestMembers.bytes(json["challenge"], "challenge"),
      allowedCredentials: try RequestMembers.credentials(json["allowCredentials"], "allowCredentials"),
      userVerification: json["userVerification"]?.stringValue ?? "preferred",
      extensions: try RequestMembers.extensions(json["extensions"]))
  }
}

/// Reads the members that creation and request options share.
private enum RequestMembers {
  static func malformed(_ member: String) -> AuthError {
    AuthError(
      .malformedResponse,
      "The server's passkey options have no valid member '\(member)'. Correct the JSON that the server sends.")
  }

  static func bytes(_ value: JSONValue?, _ member: String) throws(AuthError) -> [UInt8] {
    guard let bytes = value?.stringValue.flatMap({ Base64URL.decode($0) }) else { throw malformed(member) }
    return bytes
  }

  /// Returns the credential IDs in a list of descriptors. Descriptors of unknown types are ignored (§5.8.3).
  static func credentials(_ value: JSONValue?, _ member: String) throws(AuthError) -> [[UInt8]] {
    guard let value else { return [] }
    guard let descriptors = value.arrayValue else { throw malformed(member) }
    var identities: [[UInt8]] = []
    for descriptor in descriptors where descriptor["type"]?.stringValue == "public-key" {
      identities.append(try bytes(descriptor["id"], member + ".id"))
    }
    return identities
  }

  /// Returns the requested extensions. Unknown extensions are ignored (§9).
  ///
  /// - Throws: `unsupported` if the server requires `largeBlob` (§10.1.5), `malformed_response` naming a malformed
  ///   member.
  static func extensions(_ value: JSONValue?) throws(AuthError) -> PasskeyExtensions {
    guard value?["largeBlob"]?["support"]?.stringValue != "required" else {
      throw AuthError(
        .unsupported,
        "The extension 'largeBlob' is not supported, but the server requires it. Configure the server to request it as "
          + "'preferred', or not to request it.")
    }
    var extensions = PasskeyExtensions(credentialProperties: value?["credProps"]?.boolValue ?? false)
    guard let prf = value?["prf"] else { return extensions }
    var byCredential: [[UInt8]: PasskeyExtensions.PRFInputs] = [:]
    for member in prf["evalByCredential"]?.objectValue?.members ?? [] {
      guard let id = Base64URL.decode(member.name) else { throw malformed("extensions.prf.evalByCredential") }
      byCredential[id] = try inputs(member.value)
    }
    extensions.prf = PasskeyExtensions.PRF(try prf["eval"].map(inputs), byCredential: byCredential)
    return extensions
  }

  private static func inputs(_ value: JSONValue) throws(AuthError) -> PasskeyExtensions.PRFInputs {
    PasskeyExtensions.PRFInputs(
      first: try bytes(value["first"], "extensions.prf.first"),
      second: value["second"] == nil ? nil : try bytes(value["second"], "extensions.prf.second"))
  }
}
