public import AuthCore

/// Typed data for a wallet to sign (EIP-712).
public struct EthereumTypedData: Sendable, Hashable {
  /// A field of a struct type.
  public struct Field: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// The field's type, such as `uint256`, `address`, `Person` or `Person[]`.
    public var type: String

    /// Creates a field.
    public init(_ name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  /// The struct types by their names, each with its fields in their order.
  public var types: [String: [Field]]
  /// The name of the message's type.
  public var primaryType: String
  /// The domain: `name`, `version`, `chainId`, `verifyingContract`, `salt`.
  public var domain: JSONObject
  /// The message. Write numbers of more than 53 bits as strings: other parsers of JSON round them.
  public var message: JSONObject

  /// Creates typed data.
  public init(types: [String: [Field]], primaryType: String, domain: JSONObject, message: JSONObject) {
    self.types = types
    self.primaryType = primaryType
    self.domain = domain
    self.message = message
  }

  /// Reads typed data in the JSON form of EIP-712, as other wallets and web pages pass it on: an object with `types`,
  /// `primaryType`, `domain` and `message`.
  ///
  /// - Throws: `invalid_request` for a member that is missing or has another format. The message names the member.
  public init(_ document: JSONValue) throws(AuthError) {
    types = [:]
    for type in try Self.object("types", in: document).members {
      var fields: [Field] = []
      for field in type.value.arrayValue ?? [.null] {
        guard let name = field["name"]?.stringValue, let kind = field["type"]?.stringValue else {
          throw Self.malformed("types")
        }
        fields.append(Field(name, type: kind))
      }
      types[type.name] = fields
    }
    guard let primaryType = document["primaryType"]?.stringValue else { throw Self.malformed("primaryType") }
    self.primaryType = primaryType
    domain = try Self.object("domain", in: document)
    message = try Self.object("message", in: document)
  }

  /// The data in the vendor's form, which spells `primaryType` differently (P94).
  var wireValue: JSONValue {
    let types = types.map { name, fields in
      (name, JSONValue.array(fields.map { ["name": .string($0.name), "type": .string($0.type)] }))
    }
    return [
      "types": .object(JSONObject(types)), "primary_type": .string(primaryType), "domain": .object(domain),
      "message": .object(message),
    ]
  }

  private static func object(_ name: String, in document: JSONValue) throws(AuthError) -> JSONObject {
    guard let object = document[name]?.objectValue else { throw malformed(name) }
    return object
  }

  private static func malformed(_ name: String) -> AuthError {
    AuthError(
      .invalidRequest, "The typed data has no valid member '\(name)'. Pass a document in the format of EIP-712.")
  }
}

extension EthereumTypedData: Redacting {
  /// The name of the message's type.
  public var shownParts: KeyValuePairs<String, String> { ["primaryType": primaryType] }
}
