import AuthCore
import AuthSandboxKit

extension PrivyVendor {
  /// The server API, as the vendor's library `privy-client` calls it. The caller has the app's secret.
  mutating func server(
    _ request: SandboxRequest, _ path: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    switch (request.method, path) {
    case ("GET", "users"): return listUsers(request)
    case ("POST", "users"): return try createUser(request, &world)
    case ("POST", "users/custom_auth/id"):
      return try found(.customAuth(try request.privyBody.privyText("custom_user_id")))
    case ("POST", "users/email/address"):
      return try found(.email(try request.privyBody.privyText("address").lowercased()))
    case ("GET", "apps/" + app.id): return .json(settings(world))
    default: break
    }
    if let answer = try keyQuorum(request, path, world) { return answer }
    if path == "wallets" || path.hasPrefix("wallets/") { return try appWallets(request, path, &world) }
    if request.method == "POST", let id = path.between("users/", "/custom_metadata") {
      let metadata = try request.privyBody["custom_metadata"] ?? .object([:])
      guard metadata.objectValue != nil else { throw .invalidData("custom_metadata must be an object.") }
      guard let user = directory.setMetadata(metadata, of: id) else { throw .userNotFound }
      return .json(user.json)
    }
    guard let id = path.between("users/", "") else { throw .missingRoute }
    switch request.method {
    case "GET":
      guard let user = directory.user(id) else { throw .userNotFound }
      return .json(user.json)
    case "DELETE":
      guard deleteUser(id) else { throw .userNotFound }
      return SandboxResponse(status: 204)
    default: throw .missingRoute
    }
  }

  private func found(_ account: PrivyUser.Account.Kind) throws(PrivyFailure) -> SandboxResponse {
    guard let user = directory.owner(of: account) else { throw .userNotFound }
    return .json(user.json)
  }

  private func listUsers(_ request: SandboxRequest) -> SandboxResponse {
    let limit = request.queryValue("limit").flatMap { Int($0) }.map { min(100, max(1, $0)) } ?? 100
    let page = directory.page(after: request.queryValue("cursor"), limit: limit)
    return .json([
      "data": .array(page.users.map(\.json)), "next_cursor": page.next.map { .string($0) } ?? .null,
    ])
  }

  /// `POST users {"linked_accounts": […]}`: creates a user with accounts of the types `email` and `custom_auth`, which
  /// no other user may have.
  private mutating func createUser(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    var accounts: [PrivyUser.Account.Kind] = []
    for account in body["linked_accounts"]?.arrayValue ?? [] {
      let fields = account.objectValue ?? [:]
      switch fields["type"]?.stringValue {
      case "email": accounts.append(.email(try fields.privyText("address").lowercased()))
      case "custom_auth": accounts.append(.customAuth(try fields.privyText("custom_user_id")))
      default: throw .invalidData("The sandbox links only accounts of the types email and custom_auth.")
      }
    }
    guard !accounts.isEmpty else {
      throw .invalidData("linked_accounts must be an array with at least one account.")
    }
    guard !accounts.contains(where: { directory.owner(of: $0) != nil }) else { throw .linkedToAnotherUser }
    var metadata = body["custom_metadata"]
    if metadata?.isNull == true { metadata = nil }
    let time = world.unixTime
    let made = directory.create(
      accounts.map { PrivyUser.Account($0, at: time) }, metadata: metadata, at: time, random: world.random)
    return .json(made.json)
  }
}
