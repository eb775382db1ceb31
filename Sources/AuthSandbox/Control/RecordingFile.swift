import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records a sandbox for as long as it lives and leaves a file behind: how Swift tests hand judges what was sent.
package final class RecordingFile: Sendable {
  private let sandbox: Sandbox
  private let url: URL

  /// - Parameter directory: where the file goes; nil records nothing.
  package init?(of sandbox: Sandbox, directory: String?) {
    guard let directory, !directory.isEmpty else { return nil }
    self.sandbox = sandbox
    url = URL(fileURLWithPath: directory).appending(path: UUID().uuidString + ".json")
    sandbox.record()
  }

  deinit {
    do {
      try Data(sandbox.recording.serialized).write(to: url)
    } catch {
      // A judge that finds no recordings says so.
    }
  }
}
