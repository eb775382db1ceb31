import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A recorder of a sandbox's exchanges, which writes them to a file when the recorder is released. The judges of the
/// test suite compare the files with the vendors' descriptions.
package final class RecordingFile: Sendable {
  private let sandbox: Sandbox
  private let url: URL

  /// Starts recording; nil if the directory is nil or empty.
  ///
  /// - Parameters:
  ///   - sandbox: the sandbox to record.
  ///   - directory: the directory of the file.
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
      // A missing recording is reported by the judge that needs it.
    }
  }
}
