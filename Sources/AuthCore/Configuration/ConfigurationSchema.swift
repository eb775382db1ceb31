/// The JSON Schema (2020-12) of configurations, made by reading: what the code reads is what the schema has.
public struct ConfigurationSchema: Sendable {
  /// The schema, as JSON.
  public let json: JSONObject

  /// The schema for an app that links these providers.
  public init(plugins: [ProviderPlugin]) {
    let root = Self.rootKeys()
    var properties = Self.properties(root)
    properties["providers"] = Self.providers(plugins)
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Latchkey configuration", "type": "object",
    ]
    properties["profile"] = [
      "type": "string", "description": "the profile that counts unless AUTH_PROFILE or an argument names another",
    ]
    properties["profiles"] = [
      "type": "object", "description": "variants by name, each a merge patch (RFC 7396) over the rest of the file",
      "additionalProperties": ["type": "object"],
    ]
    schema["properties"] = .object(properties)
    schema["required"] = ["providers"]
    schema["additionalProperties"] = false
    schema["$defs"] = .object(Self.definitions(plugins))
    json = schema
  }

  /// The keys outside the providers' blocks.
  static func rootKeys() -> [ConfigurationKey] {
    let sources = ConfigurationSources()
    let log = ConfigurationLog(.describing(everything: true))
    do throws(AuthError) {
      let profile = try ConfigurationProfile(nil, of: [:], sources: sources)
      _ = try AuthConfiguration(profile, provider: nil, sources: sources, log: log)
    } catch {}
    return log.keys(of: "$")
  }

  /// The keys of one form of a token source.
  static func keys(of form: TokenSource.Form) -> [ConfigurationKey] {
    let log = ConfigurationLog(.describing(everything: true))
    var reader = ConfigurationReader([:], path: "$", sources: ConfigurationSources(), log: log)
    do throws(AuthError) { _ = try form.read(&reader) } catch {}
    return log.keys(of: "$").map { key in
      var key = key
      key.isRequired = key.name == form.key
      return key
    }
  }

  /// A block is of the type that it names, else of the type that its id is.
  private static func providers(_ plugins: [ProviderPlugin]) -> JSONValue {
    let byType: [JSONValue] = plugins.map { plugin in
      [
        "if": ["properties": ["type": ["const": .string(plugin.type)]], "required": ["type"]],
        "then": ["$ref": .string("#/$defs/" + plugin.type)],
      ]
    }
    let byID = JSONObject(
      plugins.map { plugin in
        (
          plugin.type,
          ["if": ["not": ["required": ["type"]]], "then": ["$ref": .string("#/$defs/" + plugin.type)]] as JSONValue
        )
      })
    return [
      "type": "object", "description": "a block for each provider, by its id", "minProperties": 1,
      "properties": .object(byID), "additionalProperties": ["type": "object"], "propertyNames": ["minLength": 1],
      "patternProperties": ["": ["type": "object", "allOf": .array(byType)]],
    ]
  }

  private static func definitions(_ plugins: [ProviderPlugin]) -> JSONObject {
    var definitions = JSONObject()
    for plugin in plugins {
      let keys = plugin.keys()
      guard var block = object(keys).objectValue, var properties = block["properties"]?.objectValue else { continue }
      properties["type"] = ["const": .string(plugin.type)]
      properties["tokenProvider"] = ["$ref": "#/$defs/tokenProvider"]
      block["properties"] = .object(properties)
      definitions[plugin.type] = .object(block)
    }
    let forms = TokenSource.forms.map { object(keys(of: $0)) }
    definitions["tokenProvider"] = [
      "description": "where the provider's tokens come from: one source, or several in order",
      "oneOf": .array(forms + [["type": "array", "items": ["$ref": "#/$defs/tokenProvider"]]]),
    ]
    definitions["secret"] = [
      "description": "a reference to a secret, so that none stands in the file",
      "oneOf": [
        object([ConfigurationKey("env", .text, "an environment variable", isRequired: true)]),
        object([ConfigurationKey("file", .text, "a file; blanks at its ends do not count", isRequired: true)]),
      ],
    ]
    return definitions
  }

  private static func object(_ keys: [ConfigurationKey]) -> JSONValue {
    var schema: JSONObject = ["type": "object", "properties": .object(properties(keys))]
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    // Where no key is known the names are the user's own, as hosts are.
    if !keys.isEmpty { schema["additionalProperties"] = false }
    return .object(schema)
  }

  private static func properties(_ keys: [ConfigurationKey]) -> JSONObject {
    JSONObject(keys.map { ($0.name, .object(property($0))) })
  }

  private static func property(_ key: ConfigurationKey) -> JSONObject {
    var schema = form(key.kind)
    if !key.summary.isEmpty { schema["description"] = .string(key.summary) }
    schema["default"] = key.standard
    schema["examples"] = key.example.map { [.string($0)] }
    return schema
  }

  private static func form(_ kind: ConfigurationKey.Kind) -> JSONObject {
    switch kind {
    case .text: ["type": "string", "pattern": #"\S"#]
    case .choice(let names): ["enum": .array(names.map { .string($0) })]
    case .texts: ["type": "array", "items": ["type": "string"]]
    case .flag: ["type": "boolean"]
    case .integer(let range):
      ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound))]
    case .url: ["type": "string", "format": "uri", "pattern": "^https?://[^?#]+$"]
    case .origins: ["type": "array", "items": ["type": "string", "pattern": "^https?://"]]
    case .secret: ["$ref": "#/$defs/secret"]
    case .object(let keys): object(keys).objectValue ?? [:]
    case .any: [:]
    }
  }
}
