import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new directory, which is removed with its contents when the test releases this object.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = parent + "/latchkey-test-" + SystemRandomSource().token()
    precondition(mkdir(name, 0o700) == 0)
    path = name
  }

  deinit { Self.removeTree(path) }

  /// The path of a directory in this one that does not exist yet.
  var unmade: String { path + "/parent/state" }

  static func entries(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the paths of all files below a path.
  static func files(below path: String) -> [String] {
    entries(path).flatMap { name in
      let full = path + "/" + name
      return isDirectory(full) ? files(below: full) : [full]
    }
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  static func removeTree(_ path: String) {
    if isDirectory(path) {
      for name in entries(path) { removeTree(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The directory of the test vectors.
  static let vectors: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return (parts + ["Vectors"]).joined(separator: "/")
  }()

  /// Copies a directory, with the modes of a store: 0700 for directories and 0600 for files. An existing destination is
  /// removed.
  static func copyTree(_ source: String, to target: String) {
    removeTree(target)
    precondition(mkdir(target, 0o700) == 0)
    for name in entries(source) {
      let (from, to) = (source + "/" + name, target + "/" + name)
      if isDirectory(from) { copyTree(from, to: to) } else { write(to, read(from)) }
    }
  }

  static func remove(_ path: String) { unlink(path) }

  static func read(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func write(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    precondition(file >= 0)
    defer { close(file) }
    precondition(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
