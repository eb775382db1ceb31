import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A new adapter's package: the templates with a name and a source filled in.
struct AdapterPackage: Sendable {
  /// A place that the adapter's author has to change.
  struct Change: Sendable {
    /// The step in the package's README.
    let step: Int
    let path: String
    /// The number of the line with the mark, counted from 1.
    let line: Int
    /// The first sentence after the mark, without its full stop; only the part on the same line.
    let what: String
  }

  /// The mark of a place to change. The number of the step and a colon follow the mark.
  static let mark = "CHANGE ME "

  let name: AdapterName
  let files: [(path: String, text: String)]

  /// Fills the name and the source in.
  ///
  /// - Parameters:
  ///   - name: the adapter's name.
  ///   - source: the place from which the package depends on Latchkey.
  ///   - hasCommandLine: whether to add a `latchkey` that links the adapter.
  init(name: AdapterName, source: LatchkeySource, hasCommandLine: Bool) {
    self.name = name
    func naming(_ text: String) -> String {
      text.replacing("__Name__", with: name.type).replacing("__name__", with: name.member)
    }
    files = (AdapterTemplate.files + (hasCommandLine ? [AdapterTemplate.commandLine] : [])).map { file in
      var text = naming(file.text)
      if file.path == "Package.swift" {
        if hasCommandLine {
          text = text.replacing(
            "    .testTarget(", with: naming(AdapterTemplate.commandLineTarget) + "    .testTarget(")
        }
        text = text.replacing(".package(name: \"latchkey\", path: \"../latchkey\")", with: source.dependency)
          .replacing("package: \"latchkey\")", with: "package: \"\(source.identity)\")")
      }
      return (naming(file.path), text)
    }
  }

  /// Every place to change in the Swift files, in the order of the README's steps.
  var changes: [Change] {
    var found: [Change] = []
    for file in files where file.path.hasSuffix(".swift") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        guard let range = line.firstRange(of: Self.mark) else { continue }
        let halves = line[range.upperBound...].split(separator: ":", maxSplits: 1)
        guard halves.count == 2, let step = Int(halves[0]) else { continue }
        let sentence = halves[1].prefix { $0 != "." }.drop { $0 == " " }
        found.append(Change(step: step, path: file.path, line: index + 1, what: String(sentence)))
      }
    }
    return found.sorted { $0.step < $1.step }
  }

  /// Writes the package into a new folder, completely or not at all.
  ///
  /// - Throws: `invalid_request` if the folder exists, `store_permissions` if the package cannot be written for any
  ///   reason.
  func write(to folder: String) throws(AuthError) {
    let manager = FileManager.default
    if manager.fileExists(atPath: folder) {
      throw AuthError(.invalidRequest, "\(folder) already exists and is not overwritten; choose another place.")
    }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    let draft = parent + "/." + (parts.last ?? "") + "-" + SystemRandomSource().token(byteCount: 6)
    do {
      for file in files {
        let path = draft + "/" + file.path
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: URL(filePath: path))
      }
      try manager.moveItem(atPath: draft, toPath: folder)
    } catch {
      try? manager.removeItem(atPath: draft)
      throw AuthError(
        .storePermissions,
        "The package could not be written to \(folder). Check the parent folder's permissions and the free space.")
    }
  }
}
