import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the files in which a relying party lists the apps that may use its passkeys: Apple's and Android's. Without
/// them the system does not offer a passkey in an app, and does not give the reason.
struct RelyingPartyCheck: Sendable, Hashable {
  let domain: String
  let origin: String

  /// Reads `rpId` of a block; nil if the block has none, or if it is `localhost` and `loopback` is not an http URL.
  ///
  /// - Parameters:
  ///   - block: the provider's block.
  ///   - sources: the sources of the block's values.
  ///   - loopback: the address that serves a relying party named `localhost`.
  init?(_ block: ProviderBlock, _ sources: ConfigurationSources, loopback: URL?) {
    var reader = block.reader(sources: sources)
    guard let domain = (try? reader.optionalString("rpId")) ?? nil else { return nil }
    self.domain = domain
    if domain == "localhost" {
      guard let loopback, let origin = Origin(loopback), origin.scheme == "http" else { return nil }
      self.origin = origin.description
    } else {
      origin = "https://" + domain
    }
  }

  func findings(_ transport: any HTTPTransport) async -> [Finding] {
    [
      await file("apple-app-site-association", "Apple systems", transport) { json in
        let apps = json["webcredentials"]?["apps"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return apps.isEmpty ? nil : "\(apps.count) app\(apps.count == 1 ? "" : "s")"
      },
      await file("assetlinks.json", "Android", transport) { json in
        let statements = (json.arrayValue ?? []).filter { statement in
          statement["relation"]?.arrayValue?.contains("delegate_permission/common.get_login_creds") == true
        }
        return statements.isEmpty ? nil : "\(statements.count) statement\(statements.count == 1 ? "" : "s")"
      },
    ]
  }

  private func file(
    _ name: String, _ system: String, _ transport: any HTTPTransport, _ read: (JSONValue) -> String?
  ) async -> Finding {
    let area = "passkeys"
    let address = "\(origin)/.well-known/\(name)"
    func missing(
      _ what: String, remedy: String = "serve the file there as application/json, without a redirect"
    ) -> Finding {
      Finding(
        area, .warning, "\(address) \(what): apps on \(system) get no passkeys for \(domain)", remedy: remedy)
    }
    do throws(AuthError) {
      var request = try TransportRequest("GET", address, retry: .never)
      request.timeout = .seconds(10)
      let response = try await transport.send(request)
      guard response.status == 200 else { return missing("returns HTTP \(response.status)") }
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: response.body)
      } catch {
        return missing("is not JSON")
      }
      guard let names = read(json) else {
        return missing("contains no app", remedy: "add the app to the file, if the app supports \(system)")
      }
      return Finding(area, .good, "\(address) names \(names)")
    } catch {
      return missing(
        "cannot be fetched (\(error.code.rawValue))",
        remedy: "check that this machine can reach \(origin), and serve the file there as application/json")
    }
  }
}
