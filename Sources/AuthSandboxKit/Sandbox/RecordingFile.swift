import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records a sandbox during its life and writes a file at its end, which Swift tests pass to the judges.
package final class RecordingFile: Sendable {
  private let sandbox: Sandbox
  private let url: URL

  /// - Parameter directory: the file's directory; nil records nothing.
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
      // A judge without recordings reports that.
    }
  }
}
