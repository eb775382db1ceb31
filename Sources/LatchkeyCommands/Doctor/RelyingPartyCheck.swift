import AuthCore
import AuthUI

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
      await file("apple-app-site-association", "apple", transport) { json in
        let apps = json["webcredentials"]?["apps"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return apps.count
      },
      await file("assetlinks.json", "android", transport) { json in
        let statements = (json.arrayValue ?? []).filter { statement in
          statement["relation"]?.arrayValue?.contains("delegate_permission/common.get_login_creds") == true
        }
        return statements.count
      },
    ]
  }

  private func file(
    _ name: String, _ system: String, _ transport: any HTTPTransport, _ count: (JSONValue) -> Int
  ) async -> Finding {
    let area = "passkeys"
    let address = "\(origin)/.well-known/\(name)"
    var arguments: [String: Phrase.Argument] = [
      "address": .text(address), "origin": .text(origin), "domain": .text(domain),
      "system": .phrase(Phrase("command.doctor.passkeys.system.\(system)")),
    ]
    func missing(_ name: String, remedy: String = "serve") -> Finding {
      Finding(
        area, .warning, Phrase("command.doctor.passkeys.\(name)", arguments),
        remedy: Phrase("command.doctor.passkeys.remedy.\(remedy)", arguments))
    }
    do throws(AuthError) {
      var request = try TransportRequest("GET", address, retry: .never)
      request.timeout = .seconds(10)
      let response = try await transport.send(request)
      arguments["status"] = .number(response.status)
      guard response.status == 200 else { return missing("status") }
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: response.body)
      } catch {
        return missing("noJSON")
      }
      let found = count(json)
      guard found > 0 else { return missing("noApp", remedy: "add") }
      arguments["count"] = .number(found)
      return Finding(area, .good, Phrase("command.doctor.passkeys.\(system)", arguments))
    } catch {
      arguments["code"] = .text(error.code.rawValue)
      return missing("unreachable", remedy: "reach")
    }
  }
}
