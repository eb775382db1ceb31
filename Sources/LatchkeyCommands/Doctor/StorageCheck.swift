import AuthCore
import AuthRuntime
import AuthStorage

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
      return [Finding(area, .skipped, "sessions are kept in memory and end with the process")]
    }
    var directory = configuration.storage.directory
    do throws(AuthError) {
      if directory == nil { directory = try StorageDirectory.standard(in: configuration.sources.environment) }
    } catch {
      return [Finding(area, error)]
    }
    guard let directory else { return [] }
    guard FileManager.default.fileExists(atPath: directory) else {
      return [Finding(area, .good, "\(directory) does not exist yet: the first sign-in creates it")]
    }
    return permissions(directory) + (await sessions(invocation))
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
          area, .bad, "other users can access \(first)" + (open.count > 1 ? ", and \(open.count - 1) more" : ""),
          remedy: "chmod -R go= '\(directory)'", exitStatus: 74))
    } else {
      findings.append(Finding(area, .good, "only this user can access \(directory); files: \(count)"))
    }
    if !files.isWritableFile(atPath: directory) {
      findings.append(
        Finding(
          area, .bad, "\(directory) cannot be written: renewed sessions would be lost",
          remedy: "make it writable, or set storage.directory to another directory", exitStatus: 74))
    }
    return findings
  }

  /// Reads the stored sessions as the app would, without sending a request.
  private func sessions(_ invocation: Invocation) async -> [Finding] {
    do throws(AuthError) {
      let stored = try await invocation.client().storedSessions()
      guard stored.unreadable.isEmpty else { return stored.unreadable.map { Finding(area, $0) } }
      let count = stored.sessions.count
      return [Finding(area, .good, "\(count) stored session\(count == 1 ? "" : "s"), all readable")]
    } catch {
      return [Finding(area, error)]
    }
  }
}
