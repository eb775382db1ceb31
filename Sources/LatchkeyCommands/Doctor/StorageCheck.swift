import AuthCore
import AuthRuntime
import AuthStorage
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the permissions of the state directory, and whether the stored sessions can be read.
struct StorageCheck {
  private let area = "storage"
  private let configuration: AuthConfiguration

  init(_ configuration: AuthConfiguration) { self.configuration = configuration }

  func findings(_ invocation: Invocation) async -> [Finding] {
    guard configuration.storage.sessions != "memory" else {
      return [Finding(area, .skipped, Phrase("command.doctor.storage.memory"))]
    }
    var directory = configuration.storage.directory
    do throws(AuthError) {
      if directory == nil { directory = try StorageDirectory.standard(in: configuration.sources.environment) }
    } catch {
      return [Finding(area, error)]
    }
    guard let directory else { return [] }
    guard FileManager.default.fileExists(atPath: directory) else {
      return [Finding(area, .good, text("new", directory))]
    }
    return permissions(directory) + (await sessions(invocation))
  }

  private func text(_ name: String, _ path: String, _ count: Int = 0) -> Phrase {
    Phrase("command.doctor.storage." + name, ["path": .text(path), "count": .number(count)])
  }

  private func permissions(_ directory: String) -> [Finding] {
    var findings: [Finding] = []
    let files = FileManager.default
    let names = ((try? files.subpathsOfDirectory(atPath: directory)) ?? []).sorted()
    var open: [String] = []
    var count = 0
    for path in [directory] + names.map({ directory + "/" + $0 }) {
      let attributes = try? files.attributesOfItem(atPath: path)
      // The integer type differs between Foundation and FoundationEssentials.
      let mode = (attributes?[.posixPermissions] as? any BinaryInteger).map { Int($0) }
      if let mode, mode & 0o077 != 0 { open.append(path) }
      if attributes?[.type] as? FileAttributeType == .typeRegular { count += 1 }
    }
    if let first = open.first {
      findings.append(
        Finding(
          area, .bad, text(open.count > 1 ? "openAndMore" : "open", first, open.count - 1),
          remedy: .verbatim("chmod -R go= '\(directory)'"), exitStatus: 74))
    } else {
      findings.append(Finding(area, .good, text("closed", directory, count)))
    }
    if !files.isWritableFile(atPath: directory) {
      findings.append(
        Finding(
          area, .bad, text("readOnly", directory), remedy: Phrase("command.doctor.storage.readOnly.remedy"),
          exitStatus: 74))
    }
    return findings
  }

  /// Reads the stored sessions as the app would, without sending a request.
  private func sessions(_ invocation: Invocation) async -> [Finding] {
    do throws(AuthError) {
      let stored = try await invocation.client().storedSessions()
      guard stored.unreadable.isEmpty else { return stored.unreadable.map { Finding(area, $0) } }
      return [
        Finding(
          area, .good, Phrase("command.doctor.storage.sessions", ["count": .number(stored.sessions.count)]))
      ]
    } catch {
      return [Finding(area, error)]
    }
  }
}
