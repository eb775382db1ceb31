import AuthCore

extension TurnkeyVendor {
  /// The queries: answered at once, without a timestamp.
  mutating func answer(
    _ query: String, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    let (fields, organization) = try body(of: request)
    let caller = try authenticate(request, organization: organization, looksDown: query == "whoami", world: world)
    switch query {
    case "whoami": return try whoAmI(caller)
    case "get_user":
      let place = TurnkeyDirectory.Place(organization: organization, user: try fields.string("userId"))
      guard let user = directory.user(place) else { throw .userNotFound }
      return ["user": user.json()]
    case "list_users", "get_users":
      return ["users": .array((directory.organization(organization)?.users ?? []).map { $0.json() })]
    case "get_api_keys":
      let user = try fields.optionalString("userId") ?? caller.place.user
      let place = TurnkeyDirectory.Place(organization: organization, user: user)
      guard let user = directory.user(place) else { throw .userNotFound }
      return ["apiKeys": .array(user.apiKeys.map(\.json))]
    case "list_suborgs", "list_verified_suborgs": return try subOrganizations(fields, organization, world)
    case "get_activity": return try activity(try fields.string("activityId"), in: organization)
    case "list_activities":
      return ["activities": .array(activities.all(of: organization).prefix(100).map(\.json))]
    default: throw .unserved("the query \(query)")
    }
  }

  private func whoAmI(_ caller: TurnkeyCaller) throws(TurnkeyFailure) -> JSONValue {
    guard let organization = directory.organization(caller.place.organization),
      let user = organization.user(caller.place.user)
    else { throw .userNotFound }
    return [
      "organizationId": .string(organization.id), "organizationName": .string(organization.name),
      "userId": .string(user.id), "username": .string(user.name),
    ]
  }

  private func subOrganizations(
    _ fields: TurnkeyFields, _ organization: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    guard organization == organizationID else { throw .notAuthorized }
    let found: [String]
    if let type = try fields.optionalString("filterType"), !type.isEmpty {
      found = try subOrganizations(type, try fields.string("filterValue"), world)
    } else {
      found = directory.order
    }
    let limit = try fields.fields("paginationOptions")?.seconds("limit", in: 1...100) ?? 10
    return ["organizationIds": .array(found.prefix(Int(limit)).map { .string($0) })]
  }

  /// The sub-organisations that a filter finds, oldest first.
  func subOrganizations(
    _ type: String, _ value: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> [String] {
    let places: [TurnkeyDirectory.Place]
    switch type {
    case "EMAIL":
      guard let contact = TurnkeyContact(type: "OTP_TYPE_EMAIL", contact: value) else {
        throw .invalid("invalid email address", "INVALID_EMAIL")
      }
      places = directory.places { contact.belongs(to: $1) }
    case "PHONE_NUMBER":
      guard let contact = TurnkeyContact(type: "OTP_TYPE_SMS", contact: value) else {
        throw .invalid("invalid phone number")
      }
      places = directory.places { contact.belongs(to: $1) }
    case "PUBLIC_KEY":
      places = directory.holders(of: value.lowercased()).filter { $0.organization != organizationID }
    case "OIDC_TOKEN":
      let key = try identity(of: value, boundTo: nil, world)
      places = directory.places { _, user in user.oauthIdentities.contains { $0.key == key } }
    case "USERNAME": places = directory.places { $1.name == value }
    case "NAME": places = directory.places { organization, _ in organization.name == value }
    case "CREDENTIAL_ID": places = directory.holders(of: TurnkeyAuthenticator.handle(value))
    default: throw .invalid("unknown filter type")
    }
    var seen: Set<String> = []
    return places.map(\.organization).filter { seen.insert($0).inserted }
  }

  private mutating func activity(_ id: String, in organization: String) throws(TurnkeyFailure) -> JSONValue {
    guard var activity = activities.activity(id), activity.organization == organization else {
      throw .notFound("no activity found with the given ID")
    }
    if activity.status == .pending {
      activity.pollsLeft -= 1
      if activity.pollsLeft <= 0 { activity.status = .completed }
      activities.save(activity)
    }
    return activity.response
  }
}
