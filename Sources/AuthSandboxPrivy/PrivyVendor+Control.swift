import AuthCore
package import AuthSandboxKit

/// The routes below `/sandbox/privy`, which stand in for Telegram and for a Farcaster app.
extension PrivyVendor {
  package mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse? {
    do throws(PrivyFailure) {
      switch (request.method, request.route) {
      case ("POST", "/telegram"): return try signTelegramLogin(try request.privyBody, world)
      case ("POST", "/farcaster"): return try approveFarcaster(try request.privyBody, world)
      default: return nil
      }
    } catch {
      return error.response
    }
  }

  /// `{"id", "first_name"?, "username"?, "auth_date"?}`: returns a login that is signed as Telegram signs it, both as
  /// the `telegram_auth_result` of the login widget and as the `init_data` of a mini app.
  private func signTelegramLogin(_ body: JSONObject, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    let id = try body.privyNumber("id")
    let time = body["auth_date"]?.integerValue ?? world.unixTime
    var user: JSONObject = ["id": .integer(id), "first_name": body["first_name"] ?? .string("User \(id)")]
    user["username"] = body["username"]
    var widget = user
    widget["auth_date"] = .integer(time)
    widget["hash"] = .string(Hex.encode(try telegramHash(of: widget, isWidget: true)))
    var miniApp: JSONObject = [
      "query_id": .string(world.random.token(byteCount: 12)),
      "user": .string(String(decoding: JSONValue.object(user).serialized, as: UTF8.self)),
      "auth_date": .string(String(time)), "signature": .string(world.random.token(byteCount: 64)),
    ]
    miniApp["hash"] = .string(Hex.encode(try telegramHash(of: miniApp, isWidget: false)))
    let fields = miniApp.members.map { (name: $0.name, value: $0.value.stringValue ?? "") }
    return .json([
      "telegram_auth_result": .object(widget),
      "init_data": .string(
        fields.map { $0.name + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")),
    ])
  }

  /// `{"connect_uri", "fid", "username"?}`: approves a channel as a user of Farcaster.
  private mutating func approveFarcaster(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let query = try body.privyText("connect_uri").drop { $0 != "?" }.dropFirst()
    let token = PercentEncoding.decodeForm(query)?.first { $0.name == "channelToken" }?.value ?? ""
    let channel = try approveFarcaster(
      token, fid: try body.privyNumber("fid"), username: body["username"]?.stringValue, world)
    return .json(channel.json)
  }
}
