import AuthCore
import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let refresh = Command("refresh", summary: "Renew the session now") { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let session = try await client.refresh()
      invocation.reportDone(
        SessionReport.json(session, state: try await client.state().name), SessionReport.renewed(session))
      return 0
    }
  }
}
