import AuthCore
import AuthSandboxChains
import AuthSandboxKit

extension TurnkeyVendor {
  mutating func createPrivateKeys(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var made: [TurnkeyPrivateKey] = []
    for one in try fields.objects("privateKeys") {
      let key = ChainKey(try curve(one), random: world.random)
      made.append(
        try privateKey(
          key, name: try one.string("privateKeyName"), formats: one.object["addressFormats"],
          tags: (one.object["privateKeyTags"]?.arrayValue ?? []).compactMap(\.stringValue), isImported: false, world))
    }
    guard !made.isEmpty else { throw .invalid("privateKeys must be set") }
    directory.changeOrganization(activity.organization) { $0.privateKeys += made }
    return [
      "privateKeys": .array(made.map { ["privateKeyId": .string($0.id), "addresses": $0.addressesJSON] })
    ]
  }

  mutating func deletePrivateKeys(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let ids = try fields.strings("privateKeyIds")
    let isForced = try fields.bool("deleteWithoutExport")
    for id in ids {
      guard try privateKey(id, in: activity.organization).isExported || isForced else {
        throw .invalid("private key has not been exported; set deleteWithoutExport to delete it anyway")
      }
    }
    directory.changeOrganization(activity.organization) { $0.privateKeys.removeAll { ids.contains($0.id) } }
    return ["privateKeyIds": .array(ids.map { .string($0) })]
  }

  func privateKey(
    _ key: ChainKey, name: String, formats: JSONValue?, tags: [String], isImported: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyPrivateKey {
    var addresses: [(format: String, address: String)] = []
    for format in (formats?.arrayValue ?? []).compactMap(\.stringValue) {
      addresses.append((format, try address(of: key, format: format)))
    }
    return TurnkeyPrivateKey(
      id: world.random.uuid(), name: name, key: key, addresses: addresses, tags: tags, isImported: isImported,
      createdAt: world.now)
  }

  func privateKey(_ id: String, in organization: String) throws(TurnkeyFailure) -> TurnkeyPrivateKey {
    guard let key = directory.organization(organization)?.privateKeys.first(where: { $0.id == id }) else {
      throw .notFound("no private key found with the given ID")
    }
    return key
  }

  mutating func exportPrivateKey(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let key = try privateKey(try fields.string("privateKeyId"), in: activity.organization)
    let bundle = try enclaves.exportBundle(
      key.key.bytes, to: try fields.string("targetPublicKey"), organization: activity.organization)
    directory.changeOrganization(activity.organization) { place in
      for index in place.privateKeys.indices where place.privateKeys[index].id == key.id {
        place.privateKeys[index].isExported = true
      }
    }
    return ["privateKeyId": .string(key.id), "exportBundle": .string(bundle)]
  }

  mutating func importPrivateKey(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let bytes = try imported(fields, activity)
    guard let key = ChainKey(try curve(fields), bytes) else { throw .badImport }
    let made = try privateKey(
      key, name: try fields.string("privateKeyName"), formats: fields.object["addressFormats"], tags: [],
      isImported: true, world)
    directory.changeOrganization(activity.organization) { $0.privateKeys.append(made) }
    return ["privateKeyId": .string(made.id), "addresses": made.addressesJSON]
  }
}
