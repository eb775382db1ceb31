#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SandboxBackend {
  /// Returns the app's own sessions from a sign-in with `provider`.
  func overview(of provider: String) -> [SandboxOverview.Session] {
    liveSessions.filter { $0.record.provider == provider }.map { session in
      SandboxOverview.Session(
        id: session.record.id, subject: session.record.subject, identifier: session.record.identifier,
        kind: "app session", expires: session.expires)
    }
  }
}
