/// A variant of a configuration in the same file: a merge patch (RFC 7396) over the rest of it.
///
/// ```json
/// {"provider": "turnkey", "providers": {"turnkey": {"organizationId": "live"}},
///  "profile": "production",
///  "profiles": {"production": {}, "staging": {"providers": {"turnkey": {"organizationId": "test"}}}}}
/// ```
struct ConfigurationProfile {
  /// The profile's name; nil for the file without a profile.
  let name: String?
  /// The configuration after the profile was merged into it.
  let object: JSONObject
  private let patch: JSONObject

  /// The profile named by an argument, `AUTH_PROFILE` or the file's own `profile`, in this order.
  ///
  /// - Throws: `invalid_configuration` for a name that is not in `profiles`.
  init(_ argument: String?, of root: JSONObject, sources: ConfigurationSources) throws(AuthError) {
    var object = root
    object["profile"] = nil
    object["profiles"] = nil
    if let profiles = root["profiles"], !profiles.isNull, profiles.objectValue == nil {
      throw AuthError(.invalidConfiguration, "$.profiles must be an object of variants of the file, by name.")
    }
    let standard = try Self.standard(of: root)
    guard let chosen = argument ?? sources.variable("AUTH_PROFILE") ?? standard else {
      (name, self.object, patch) = (nil, object, [:])
      return
    }
    let profiles = root["profiles"]?.objectValue ?? [:]
    guard let patch = profiles[chosen] else {
      let fault = ConfigurationFault(
        "$.profiles", "has no profile '\(chosen)'", nearest: NearestName.find(chosen, in: profiles.names))
      throw ConfigurationFault.error([fault]) ?? AuthError(.invalidConfiguration, fault.message)
    }
    guard let patch = patch.objectValue else {
      throw AuthError(.invalidConfiguration, "$.profiles.\(chosen) must be an object.")
    }
    for key in ["profile", "profiles"] where patch[key] != nil {
      throw AuthError(.invalidConfiguration, "$.profiles.\(chosen).\(key) is not allowed: profiles do not nest.")
    }
    (name, self.object, self.patch) = (chosen, Self.merged(object, patch), patch)
  }

  /// The profiles to check a file with: each profile that can be chosen, and nil for the file without a choice, unless
  /// its default is one of these profiles.
  static func names(in root: JSONObject) -> [String?] {
    let all = (root["profiles"]?.objectValue?.names ?? []).map { Optional($0) }
    let isDefaultThere = root["profile"].map { all.contains($0.stringValue) } ?? false
    return isDefaultThere ? all : [nil] + all
  }

  /// The fault with the path of its value in the file: under the profile if the value came from there.
  func located(_ fault: ConfigurationFault) -> ConfigurationFault {
    guard let name else { return fault }
    let keys = fault.path.split(separator: ".").dropFirst().map { String($0.prefix { $0 != "[" }) }
    var value = JSONValue.object(patch)
    for key in keys {
      guard let inner = value[key] else { return fault }
      value = inner
    }
    let path = fault.path.hasPrefix("$") ? String(fault.path.dropFirst()) : "." + fault.path
    return ConfigurationFault("$.profiles.\(name)\(path)", fault.reason, nearest: fault.nearest)
  }

  private static func standard(of root: JSONObject) throws(AuthError) -> String? {
    guard let value = root["profile"] else { return nil }
    guard let name = value.stringValue else {
      throw AuthError(.invalidConfiguration, "$.profile must be a string, the name of one of $.profiles.")
    }
    return name
  }

  /// RFC 7396 §2: null removes, objects merge, anything else replaces.
  private static func merged(_ target: JSONObject, _ patch: JSONObject) -> JSONObject {
    var result = target
    for member in patch.members {
      if member.value.isNull {
        result[member.name] = nil
      } else if let inner = member.value.objectValue {
        result[member.name] = .object(merged(result[member.name]?.objectValue ?? [:], inner))
      } else {
        result[member.name] = member.value
      }
    }
    return result
  }
}
