/// The block of one provider instance in a configuration. The plug-in reads the block's own keys.
public struct ProviderBlock: Sendable, Equatable {
  /// The instance's name.
  public let id: ProviderID
  /// The type of the instance's plug-in: the block's `type`, or else the id.
  public let type: String
  /// The source of the app's tokens that the provider needs; nil if the block has no `tokenProvider`.
  public let tokenSource: TokenSource?
  /// The block without `type`, `tokenProvider` and `verifier`: the keys that the plug-in reads.
  let settings: JSONObject
  /// The object `verifier`: the keys that only the app's backend reads; empty if the block has none.
  let verifier: JSONObject

  static func read(_ reader: inout ConfigurationReader) throws(AuthError) -> [ProviderBlock] {
    guard let blocks = reader.value("providers", "a block for each provider, by its id")?.objectValue, !blocks.isEmpty
    else { return try reader.refused("providers", "an object with a block for each provider", []) }
    var result: [ProviderBlock] = []
    for member in blocks.members {
      let key = "providers.\(member.name)"
      let path = "\(reader.path).\(key)"
      guard var settings = member.value.objectValue else {
        _ = try reader.refused(key, "an object", ())
        continue
      }
      guard !member.name.isEmpty, !member.name.contains(where: \.isWhitespace), !member.name.hasControlCharacter else {
        _ = try reader.refused(
          key, "under a name that is not empty and contains no white space or control characters", ())
        continue
      }
      let type = (settings["type"] ?? .string(member.name)).stringValue
      guard let name = type, !name.trimmingBlanks.isEmpty, !name.hasControlCharacter else {
        _ = try reader.refused("\(key).type", "a string that is not blank and has no control characters", ())
        continue
      }
      var source: TokenSource?
      if let value = settings["tokenProvider"] {
        source = try TokenSource(value, path: "\(path).tokenProvider", sources: reader.sources, log: reader.log)
      }
      let verifier = settings["verifier"] ?? .null
      guard verifier.isNull || verifier.objectValue != nil else {
        _ = try reader.refused("\(key).verifier", "an object with the keys of the app's backend", ())
        continue
      }
      settings["type"] = nil
      settings["verifier"] = nil
      settings["tokenProvider"] = nil
      result.append(
        ProviderBlock(
          id: ProviderID(member.name), type: name, tokenSource: source, settings: settings,
          verifier: verifier.objectValue ?? [:]))
    }
    return result
  }

  /// A reader of the keys that the plug-in reads.
  public func reader(sources: ConfigurationSources) -> ConfigurationReader {
    reader(sources: sources, log: nil)
  }

  /// A reader of the object `verifier`, for the verifiers of the app's backend.
  public func verifierReader(sources: ConfigurationSources) -> ConfigurationReader {
    ConfigurationReader(verifier, path: "$.providers.\(id).verifier", sources: sources)
  }

  func reader(sources: ConfigurationSources, log: ConfigurationLog?) -> ConfigurationReader {
    ConfigurationReader(settings, path: "$.providers.\(id)", sources: sources, log: log)
  }
}

extension ProviderBlock: Redacting {
  /// The id, the type, and the names of the keys.
  public var shownParts: KeyValuePairs<String, String> {
    ["id": id.rawValue, "type": type, "settings": settings.names.joined(separator: " ")]
  }
}
