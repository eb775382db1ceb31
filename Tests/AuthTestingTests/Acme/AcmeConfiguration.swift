import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configuration of the made-up vendor.
struct AcmeConfiguration: ProviderConfiguration {
  let clientID: String
  let baseURL: URL
  let origins: [Origin]
  let flaw: AcmeFlaw
  let way: AcmeWay

  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    flaw = try reader.choice("flaw", default: AcmeFlaw.none)
    way = try reader.choice("way", default: AcmeWay.code)
    if flaw == .lenientTypes {
      clientID = reader.value("clientId")?.stringValue ?? "default"
    } else if flaw == .optionalClientID {
      clientID = try reader.optionalString("clientId") ?? "default"
    } else {
      clientID = try reader.string("clientId")
    }
    if flaw == .repeatsValues, let text = reader.value("baseURL")?.stringValue, Origin(text) == nil {
      throw AuthError(.invalidConfiguration, "\(reader.path).baseURL must be a URL, not '\(text)'.")
    }
    let url = try reader.baseURL("baseURL", default: "https://api.acme.example")
    baseURL = url
    var origins = try reader.origins(default: [url])
    if flaw == .anyOrigin, let elsewhere = Origin("https://elsewhere.example") { origins.append(elsewhere) }
    self.origins = origins
    if flaw == .swallowsKeys { for name in reader.names { _ = reader.value(name) } }
  }
}
