public import AuthCore
public import AuthTurnkey

extension TurnkeyClient {
  /// Who the stamper is (`whoami`).
  public func whoAmI() async throws(AuthError) -> TurnkeyIdentity {
    let answer: JSONValue = try await query("whoami")
    return try TurnkeyIdentity(json: answer)
  }

  /// A user (`get_user`).
  public func user(_ id: String) async throws(AuthError) -> TurnkeyUser {
    let answer: JSONValue = try await query("get_user", ["userId": .string(id)])
    return try TurnkeyUser(json: try answer.requiredObject("user"))
  }

  /// The organisation's users (`list_users`).
  public func users() async throws(AuthError) -> [TurnkeyUser] {
    let answer: JSONValue = try await query("list_users")
    return try answer.values("users")
  }

  /// Makes users (`create_users`), and gives their ids.
  public func createUsers(_ users: [NewTurnkeyUser]) async throws(AuthError) -> [String] {
    let tagged = users.map { user -> JSONValue in
      var object = user.json
      object["userTags"] = .array(user.tags.map { .string($0) })
      return .object(object)
    }
    let result: JSONValue = try await submit(
      "create_users", ["users": .array(tagged)])
    return result.texts("userIds")
  }

  /// Gives a user another name (`update_user_name`).
  public func updateName(of user: String, to name: String) async throws(AuthError) {
    let _: JSONValue = try await submit("update_user_name", ["userId": .string(user), "userName": .string(name)])
  }

  /// Gives a user another e-mail address (`update_user_email`); an empty one removes it.
  ///
  /// - Parameters:
  ///   - user: whose: a user id.
  ///   - email: the address; empty for none.
  ///   - verification: what proves it; without one the address counts as not verified.
  public func updateEmail(
    of user: String, to email: String, verification: Secret? = nil
  ) async throws(AuthError) {
    var parameters: JSONObject = ["userId": .string(user), "userEmail": .string(email)]
    parameters["verificationToken"] = verification.map { .string($0.revealText()) }
    let _: JSONValue = try await submit("update_user_email", parameters)
  }

  /// Gives a user another phone number (`update_user_phone_number`); an empty one removes it.
  ///
  /// - Parameters:
  ///   - user: whose: a user id.
  ///   - number: the number in E.164; empty for none.
  ///   - verification: what proves it; without one the number counts as not verified.
  public func updatePhoneNumber(
    of user: String, to number: String, verification: Secret? = nil
  ) async throws(AuthError) {
    var parameters: JSONObject = ["userId": .string(user), "userPhoneNumber": .string(number)]
    parameters["verificationToken"] = verification.map { .string($0.revealText()) }
    let _: JSONValue = try await submit("update_user_phone_number", parameters)
  }
}

extension TurnkeyIdentity: TurnkeyValue {}
