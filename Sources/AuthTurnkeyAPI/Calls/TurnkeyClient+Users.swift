public import AuthCore
public import AuthTurnkey

extension TurnkeyClient {
  /// Fetches the identity of the stamper's user (`whoami`).
  public func whoAmI() async throws(AuthError) -> TurnkeyIdentity {
    let answer: JSONValue = try await query("whoami")
    return try TurnkeyIdentity(json: answer)
  }

  /// Fetches the user with this ID (`get_user`).
  public func user(_ id: String) async throws(AuthError) -> TurnkeyUser {
    let answer: JSONValue = try await query("get_user", ["userId": .string(id)])
    return try TurnkeyUser(json: try answer.requiredObject("user"))
  }

  /// Fetches the organisation's users (`list_users`).
  public func users() async throws(AuthError) -> [TurnkeyUser] {
    let answer: JSONValue = try await query("list_users")
    return try answer.values("users")
  }

  /// Creates users (`create_users`), and returns their IDs.
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

  /// Changes a user's name (`update_user_name`).
  public func updateName(of user: String, to name: String) async throws(AuthError) {
    let _: JSONValue = try await submit("update_user_name", ["userId": .string(user), "userName": .string(name)])
  }

  /// Changes a user's e-mail address (`update_user_email`).
  ///
  /// - Parameters:
  ///   - user: the user's ID.
  ///   - email: the new address; an empty string removes the present one.
  ///   - verification: the verification token of the new address; without one, the address is unverified.
  public func updateEmail(
    of user: String, to email: String, verification: Secret? = nil
  ) async throws(AuthError) {
    var parameters: JSONObject = ["userId": .string(user), "userEmail": .string(email)]
    parameters["verificationToken"] = verification.map { .string($0.revealText()) }
    let _: JSONValue = try await submit("update_user_email", parameters)
  }

  /// Changes a user's phone number (`update_user_phone_number`).
  ///
  /// - Parameters:
  ///   - user: the user's ID.
  ///   - number: the new number in E.164 format; an empty string removes the present one.
  ///   - verification: the verification token of the new number; without one, the number is unverified.
  public func updatePhoneNumber(
    of user: String, to number: String, verification: Secret? = nil
  ) async throws(AuthError) {
    var parameters: JSONObject = ["userId": .string(user), "userPhoneNumber": .string(number)]
    parameters["verificationToken"] = verification.map { .string($0.revealText()) }
    let _: JSONValue = try await submit("update_user_phone_number", parameters)
  }
}

extension TurnkeyIdentity: TurnkeyValue {}
