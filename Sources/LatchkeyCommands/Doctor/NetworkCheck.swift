import AuthCore
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks every endpoint of the configuration's linked providers: whether it responds, whether it uses TLS, and how far
/// its clock differs from this machine's. Also checks the relying parties of these providers.
struct NetworkCheck: Sendable {
  private struct Endpoint: Sendable {
    let name: String
    let url: URL
    /// The issuer whose metadata `url` publishes; nil for any other endpoint.
    var issuer: String?
  }

  private let endpoints: [Endpoint]
  private let relyingParties: [RelyingPartyCheck]
  private let transport: (any HTTPTransport)?

  init(_ configuration: AuthConfiguration, plugins: [ProviderPlugin], _ transport: (any HTTPTransport)?) {
    self.transport = transport
    var endpoints: [Endpoint] = []
    var relyingParties: [RelyingPartyCheck] = []
    for block in configuration.providers {
      guard let plugin = plugins.first(where: { $0.type == block.type }) else { continue }
      let found = Self.urls(plugin.keys(), block.reader(sources: configuration.sources), "$.providers.\(block.id)")
      endpoints += found.filter { new in !endpoints.contains { $0.url == new.url } }
      if let party = RelyingPartyCheck(block, configuration.sources, loopback: found.first?.url),
        !relyingParties.contains(party)
      {
        relyingParties.append(party)
      }
    }
    self.endpoints = endpoints
    self.relyingParties = relyingParties
  }

  /// The values of all keys of a block, and of its `backend` object, that are URLs: the value in the file, else the
  /// provider's default.
  private static func urls(_ keys: [ConfigurationKey], _ block: ConfigurationReader, _ path: String) -> [Endpoint] {
    var reader = block
    return keys.flatMap { key -> [Endpoint] in
      let name = "\(path).\(key.name)"
      if case .object(let inner) = key.kind, key.name == "backend" {
        guard let object = try? reader.object(key.name) else { return [] }
        return urls(inner, object, name)
      }
      if key.name == "issuer", !reader.has("endpoints") { return issuer(&reader, name) }
      guard key.kind == .url || key.name == "baseURL" else { return [] }
      let given = try? reader.optionalBaseURL(key.name)
      let standard = key.standard?.stringValue.flatMap { URL(string: $0) }
      return (given ?? standard).map { [Endpoint(name: name, url: $0)] } ?? []
    }
  }

  /// The address of an issuer's metadata (OpenID Connect Discovery §4).
  private static func issuer(_ reader: inout ConfigurationReader, _ name: String) -> [Endpoint] {
    guard let issuer = try? reader.optionalString("issuer") else { return [] }
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard let url = URL(string: base + "/.well-known/openid-configuration") else { return [] }
    return [Endpoint(name: name, url: url, issuer: issuer)]
  }

  func findings() async -> [Finding] {
    guard let transport else {
      return [Finding("network", .skipped, Phrase("command.doctor.network.noTransport"))]
    }
    let reached = await withTaskGroup(of: (Int, [Finding]).self) { group in
      for (index, endpoint) in endpoints.enumerated() {
        group.addTask { (index, await Self.examine(endpoint, transport)) }
      }
      for (index, party) in relyingParties.enumerated() {
        group.addTask { (endpoints.count + index, await party.findings(transport)) }
      }
      var found: [(Int, [Finding])] = []
      for await result in group { found.append(result) }
      return found
    }
    return reached.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }

  private static func examine(_ endpoint: Endpoint, _ transport: any HTTPTransport) async -> [Finding] {
    let before = Date()
    var request = TransportRequest("GET", endpoint.url, retry: .never)
    request.timeout = .seconds(10)
    do throws(AuthError) {
      let response = try await transport.send(request)
      let after = Date()
      let milliseconds = Int((after.timeIntervalSince(before) * 1000).rounded())
      let origin = Origin(endpoint.url)?.description ?? endpoint.url.absoluteString
      let isEncrypted = endpoint.url.scheme == "https"
      // Any response shows that the server is reachable: most routes refuse a request without credentials, and roots
      // often return 404. The sandbox returns 501 for the base URL of a vendor, which is not a route.
      let isWell = response.status < 500 || response.status == 501
      let name = "command.doctor.network." + (isEncrypted ? "encrypted" : "loopback") + (isWell ? "" : "Status")
      let text = Phrase(
        name,
        [
          "name": .text(endpoint.name), "origin": .text(origin), "count": .number(milliseconds),
          "status": .number(response.status),
        ])
      return [Finding("network", isWell ? .good : .warning, text)] + metadata(endpoint, response)
        + ClockCheck.findings(response, between: before, and: after, origin)
    } catch {
      return [
        Finding(
          "network", .bad, .verbatim("\(endpoint.name): \(error.message)"),
          remedy: Phrase("command.doctor.network.remedy"),
          exitStatus: error.code.exitStatus)
      ]
    }
  }

  /// The finding about an issuer's metadata; empty for any other endpoint.
  private static func metadata(_ endpoint: Endpoint, _ response: TransportResponse) -> [Finding] {
    guard let issuer = endpoint.issuer else { return [] }
    let named = response.isSuccess ? (try? response.json())?["issuer"]?.stringValue : nil
    guard let named else {
      return [
        Finding(
          "network", .bad,
          Phrase(
            "command.doctor.issuer.noMetadata",
            ["name": .text(endpoint.name), "status": .number(response.status)]),
          remedy: Phrase("command.doctor.issuer.noMetadata.remedy"))
      ]
    }
    guard named != issuer else {
      return [Finding("network", .good, Phrase("command.doctor.issuer.same", ["name": .text(endpoint.name)]))]
    }
    // Some vendors' clients ignore a slash at the end; an OpenID Connect client does not.
    func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
    return [
      Finding(
        "network", bare(named) == bare(issuer) ? .warning : .bad,
        Phrase("command.doctor.issuer.other", ["name": .text(endpoint.name), "issuer": .text(named)]),
        remedy: Phrase("command.doctor.issuer.other.remedy"))
    ]
  }
}
