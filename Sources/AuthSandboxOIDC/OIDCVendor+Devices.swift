import AuthCore
package import AuthSandboxKit

extension OIDCVendor {
  /// `POST /device_authorization` (RFC 8628 §3.1).
  mutating func authorizeDevice(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    guard client.grantTypes.contains(OIDCRegisteredClient.deviceGrant) else {
      throw .unauthorizedClient(
        "The client is not registered for the device grant. Add it to the client's grant_types.")
    }
    let policy = world.oidcPolicy
    let time = world.unixTime
    let letters = world.random.characters(8, of: OIDCDeviceAuthorization.letters)
    let userCode = letters.prefix(4) + "-" + letters.suffix(4)
    var device = OIDCDeviceAuthorization(
      userCode: String(userCode), clientID: client.id,
      scopes: OIDCAuthorizationRequest.known(parameters.words("scope"), policy),
      resources: try OIDCAuthorizationRequest.resources(parameters), expires: time + policy.deviceSeconds,
      interval: policy.deviceIntervalSeconds)
    if let identifier = policy.signInAs { device.state = .approved(try authentication(of: identifier, &world)) }
    let code = world.random.token(byteCount: 32)
    devices.put(code, device, until: device.expires + OIDCAuthorizationCode.memory, at: time)
    let page = world.oidcIssuer + OIDCDevicePage.route
    return SandboxResponse.json([
      "device_code": .string(code), "user_code": .string(device.userCode), "verification_uri": .string(page),
      "verification_uri_complete": .string(page + "?user_code=" + device.userCode),
      "expires_in": .integer(policy.deviceSeconds), "interval": .integer(device.interval),
    ]).withoutStorage
  }

  /// The tokens of a device whose user has approved (RFC 8628 §3.5).
  mutating func redeemDevice(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient, _ thumbprint: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> JSONObject {
    let time = world.unixTime
    let code = try parameters.required("device_code")
    guard var device = devices.value(code, at: time), device.clientID == client.id else {
      throw .invalidGrant("device_code is unknown, was used before, or was issued to another client. Start again.")
    }
    guard time < device.expires else {
      throw OIDCFailure(error: "expired_token", description: "The device code has expired. Start again.")
    }
    let isTooSoon = device.isPolledTooSoon(at: time)
    devices.change(code) { $0 = device }
    switch device.state {
    case .denied:
      _ = devices.take(code, at: time)
      throw OIDCFailure(error: "access_denied", description: "The user denied the request. Start again.")
    case .waiting:
      throw isTooSoon
        ? OIDCFailure(
          error: "slow_down",
          description: "The device polled too soon. Wait five seconds longer between polls from now on.")
        : OIDCFailure(
          error: "authorization_pending", description: "The user has not decided yet. Poll again after the interval.")
    case .approved(let authentication):
      let resources = try Self.resources(parameters, within: device.resources)
      _ = devices.take(code, at: time)
      let grant = OIDCGrant(
        id: world.random.uuid(), clientID: client.id, subject: authentication.subject, authentication: authentication,
        scopes: device.scopes,
        resources: device.resources, nonce: nil, thumbprint: client.isPublic ? thumbprint : nil)
      return try issue(
        Issue(grant: grant, scopes: grant.scopes, resources: resources, thumbprint: thumbprint), client, world)
    }
  }

  /// `POST /sandbox/approve` with the user code: a decision of the user whom the policy `signInAs` names, or of jane.
  package mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool {
    guard case .challenge(let id) = approval.target else { return false }
    let identifier = world.oidcPolicy.signInAs ?? "jane@example.com"
    return decide(id, by: approval.isApproved ? identifier : nil, &world) == nil
  }

  /// Decides on the device with a user code: `identifier` approves, nil denies. Returns why the decision is impossible,
  /// or nil.
  mutating func decide(_ userCode: String, by identifier: String?, _ world: inout SandboxWorld) -> String? {
    let time = world.unixTime
    let wanted = OIDCDeviceAuthorization.normalized(userCode)
    guard wanted.count == 8,
      let waiting = waitingDevices(at: time).first(where: {
        OIDCDeviceAuthorization.normalized($0.device.userCode) == wanted
      })
    else { return "No device waits with this code. Check the code, or start again on the device." }
    guard let identifier else {
      devices.change(waiting.code) { $0.state = .denied }
      return nil
    }
    do throws(OIDCFailure) {
      let authentication = try authentication(of: identifier, &world)
      devices.change(waiting.code) { $0.state = .approved(authentication) }
      return nil
    } catch {
      return error.description
    }
  }

  /// The devices whose users have not decided yet.
  func waitingDevices(at time: Int64) -> [(code: String, device: OIDCDeviceAuthorization)] {
    devices.live(at: time).compactMap { entry in
      guard case .waiting = entry.value.state, time < entry.value.expires else { return nil }
      return (entry.name, entry.value)
    }
  }

  /// A user who authenticates now, outside of a browser's session.
  private mutating func authentication(
    of identifier: String, _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> OIDCAuthentication {
    let user = try user(identifier, isNew: false, &world)
    return OIDCAuthentication(subject: user.subject, session: nil, at: world.unixTime, level: .one)
  }
}
