import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Makes a user from an element of `rootUsers[]` or `users[]`, or from a sign-up. The user needs a credential or a
  /// contact: the vendor's samples create users who have only an e-mail address, and sign in with codes.
  ///
  /// - Parameters:
  ///   - fields: the user's members.
  ///   - needsName: whether `userName` is required.
  ///   - proven: the contact that a verification token proved, if any.
  ///   - world: the time and the source of randomness.
  func user(
    _ fields: TurnkeyFields, needsName: Bool, proven: TurnkeyContact? = nil, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyUser {
    let email = try fields.optionalString("userEmail").flatMap { $0.isEmpty ? nil : $0 }
    let phone = try fields.optionalString("userPhoneNumber").flatMap { $0.isEmpty ? nil : $0 }
    if let email, TurnkeyContact.email(email) == nil { throw .invalid("invalid email address", "INVALID_EMAIL") }
    if let phone, TurnkeyContact.phone(phone) == nil { throw .invalid("invalid phone number") }
    let fallback = email ?? "user-\(world.unixTime)"
    let name = needsName ? try fields.string("userName") : try fields.optionalString("userName") ?? fallback
    var user = TurnkeyUser(
      id: world.random.uuid(), name: name, email: email, phone: phone, createdAt: world.now, updatedAt: world.now)
    user.tags = (fields.object["userTags"]?.arrayValue ?? []).compactMap(\.stringValue)
    for key in try fields.objects("apiKeys") { try Self.add(try apiKey(key, world), to: &user, now: world.now) }
    for provider in try fields.objects("oauthProviders") {
      user.oauthIdentities.append(try oauthIdentity(provider, world))
    }
    for one in try fields.objects("authenticators") { user.authenticators.append(try authenticator(one, world)) }
    guard !user.handles.isEmpty || !user.oauthIdentities.isEmpty || email != nil || phone != nil else {
      throw .invalid("a user needs at least one credential, e-mail address or phone number")
    }
    if let proven {
      guard proven.belongs(to: user) else {
        throw .invalid("verification token does not belong to this contact", nil)
      }
      user.verified = [proven]
    }
    return user
  }

  /// create_users: creates users outside the root quorum, whose rights come from policies.
  mutating func createUsers(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var made: [TurnkeyUser] = []
    for one in try fields.objects("users") {
      var user = try user(one, needsName: true, world)
      user.isRoot = false
      made.append(user)
    }
    guard !made.isEmpty else { throw .invalid("users must be set") }
    guard (directory.organization(activity.organization)?.users.count ?? 0) + made.count <= 100 else {
      throw .exhausted("organization has exceeded maximum users", nil)
    }
    directory.add(made, to: activity.organization)
    return ["userIds": .array(made.map { .string($0.id) })]
  }

  mutating func deleteUsers(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let ids = Set(try fields.strings("userIds"))
    let organization = directory.organization(activity.organization)
    guard ids.isSubset(of: (organization?.users ?? []).map(\.id)) else { throw .userNotFound }
    let left = (organization?.rootUsers ?? []).filter { !ids.contains($0.id) }.count
    guard left >= organization?.rootQuorum ?? 1 else {
      throw .invalid("too few root users would remain for the root quorum")
    }
    directory.removeUsers(ids, from: activity.organization)
    return ["userIds": .array(ids.sorted().map { .string($0) })]
  }

  /// Handles update_user, which changes the members that the request names, and its variants, which change one member.
  /// An empty e-mail address or phone number removes the old value. In a variant, a missing e-mail address or phone
  /// number also removes it. A verification token marks its contact as proven.
  mutating func updateUser(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    guard var changed = directory.user(place) else { throw .userNotFound }
    let only = activity.kind.path
    if only == "update_user_name" { changed.name = try fields.string("userName") }
    if only == "update_user", let name = try fields.optionalString("userName"), !name.isEmpty { changed.name = name }
    if only == "update_user", let tags = fields.object["userTagIds"]?.arrayValue {
      changed.tags = tags.compactMap(\.stringValue)
    }
    if only == "update_user_email" || only == "update_user" && fields.object["userEmail"] != nil {
      let email = try fields.optionalString("userEmail") ?? ""
      guard email.isEmpty || TurnkeyContact.email(email) != nil else {
        throw .invalid("invalid email address", "INVALID_EMAIL")
      }
      changed.email = email.isEmpty ? nil : email
    }
    if only == "update_user_phone_number" || only == "update_user" && fields.object["userPhoneNumber"] != nil {
      let phone = try fields.optionalString("userPhoneNumber") ?? ""
      guard phone.isEmpty || TurnkeyContact.phone(phone) != nil else { throw .invalid("invalid phone number") }
      changed.phone = phone.isEmpty ? nil : phone
    }
    changed.verified = changed.verified.filter { $0.belongs(to: changed) }
    if let text = try fields.optionalString("verificationToken"), !text.isEmpty {
      let token = try verification(text, world)
      guard token.contact.belongs(to: changed) else {
        throw .invalid("verification token does not belong to this contact", nil)
      }
      changed.verified.insert(token.contact)
    }
    changed.updatedAt = world.now
    directory.change(place) { $0 = changed }
    return ["userId": .string(place.user)]
  }

  /// The user that an activity changes. `userId` must be a user of the activity's organisation.
  func subject(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> TurnkeyDirectory.Place {
    let place = TurnkeyDirectory.Place(organization: activity.organization, user: try fields.string("userId"))
    guard directory.user(place) != nil else { throw .userNotFound }
    return place
  }
}
