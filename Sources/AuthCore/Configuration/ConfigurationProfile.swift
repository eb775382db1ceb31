/// A variant of a configuration, stored in the same file under `profiles`: a JSON merge patch (RFC 7396) that is
/// applied to the rest of the file.
///
/// ```json
/// {"provider": "turnkey", "providers": {"turnkey": {"organizationId": "live"}},
///  "profile": "production",
///  "profiles": {"production": {}, "staging": {"providers": {"turnkey": {"organizationId": "test"}}}}}
/// ```
struct ConfigurationProfile {
  /// The profile's name; nil for the file without a profile.
  let name: String?
  /// The configuration to which the patch was applied, without `profile` and `profiles`.
  let object: JSONObject
  private let patch: JSONObject

  /// Applies the profile that `argument`, the variable `AUTH_PROFILE` or the file's `profile` names, in this order.
  ///
  /// - Throws: `invalid_configuration` if the name is not in `profiles`; if `profiles` or the profile is not an object;
  ///   if `profile` is not a string; or if the profile contains `profile` or `profiles`.
  init(_ argument: String?, of root: JSONObject, sources: ConfigurationSources) throws(AuthError) {
    var object = root
    object["profile"] = nil
    object["profiles"] = nil
    if let profiles = root["profiles"], !profiles.isNull, profiles.objectValue == nil {
      throw AuthError(.invalidConfiguration, "$.profiles must be an object that maps names to profiles.")
    }
    let standard = try Self.standard(of: root)
    guard let chosen = argument ?? sources.variable("AUTH_PROFILE") ?? standard else {
      (name, self.object, patch) = (nil, object, [:])
      return
    }
    let profiles = root["profiles"]?.objectValue ?? [:]
    guard let patch = profiles[chosen] else {
      let fault = ConfigurationFault(
        "$.profiles", "has no profile '\(chosen)'; add it, or choose another one",
        nearest: NearestName.find(chosen, in: profiles.names))
      throw ConfigurationFault.error([fault]) ?? AuthError(.invalidConfiguration, fault.message)
    }
    guard let patch = patch.objectValue else {
      throw AuthError(.invalidConfiguration, "$.profiles.\(chosen) must be an object with the keys to change.")
    }
    for key in ["profile", "profiles"] where patch[key] != nil {
      throw AuthError(
        .invalidConfiguration, "$.profiles.\(chosen).\(key) is not allowed, because profiles do not nest. Remove it.")
    }
    (name, self.object, self.patch) = (chosen, Self.merged(object, patch), patch)
  }

  /// The profiles with which a file is checked: every profile in `profiles`, and nil for the file without a profile.
  /// Nil is left out if the file's `profile` names one of the profiles, because the file is then never used without
  /// one.
  static func names(in root: JSONObject) -> [String?] {
    let all = (root["profiles"]?.objectValue?.names ?? []).map { Optional($0) }
    let isDefaultThere = root["profile"].map { all.contains($0.stringValue) } ?? false
    return isDefaultThere ? all : [nil] + all
  }

  /// Returns the fault with the path of the faulty value in the file: below `$.profiles` if the profile contains the
  /// value.
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
      throw AuthError(.invalidConfiguration, "$.profile must be a string: the name of a profile in $.profiles.")
    }
    return name
  }

  /// Applies a merge patch (RFC 7396 §2): null removes a member, an object is merged, and any other
  /// value replaces the member's value.
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
