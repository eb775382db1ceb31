import AuthCore

extension SandboxState {
  /// The descriptor: the addresses, ids and keys that a client needs, by vendor. None of them is secret.
  var descriptor: JSONValue {
    var object: JSONObject = [
      "baseURL": .string(world.baseURL), "notice": "nothing here is secret",
      "outbox": .string(world.baseURL + "/sandbox/outbox"),
      "backend": ["baseURL": .string(world.baseURL + "/backend")],
    ]
    object["certificatePEM"] = certificatePEM.map { .string($0) }
    for vendor in vendors { object[vendor.name] = .object(vendor.descriptor(baseURL: world.baseURL)) }
    return .object(object)
  }

  /// A complete configuration: every vendor under its own name, with the app's backend where the provider needs it, and
  /// without a token provider.
  var configuration: JSONValue {
    var providers = JSONObject()
    for vendor in vendors {
      var block = vendor.configuration(baseURL: world.baseURL)
      block["origins"] = [.string(world.baseURL)]
      if vendor.usesAppBackend { block["backend"] = ["baseURL": .string(world.baseURL + "/backend")] }
      providers[vendor.name] = .object(block)
    }
    var object = JSONObject()
    object["provider"] = vendors.first.map { .string($0.name) }
    object["providers"] = .object(providers)
    return .object(object)
  }
}
