#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The memory and the file descriptors that this process uses. They are measured only on Linux; elsewhere they are 0.
struct ProcessFigures: Sendable, Hashable {
  var residentBytes = 0
  var descriptors = 0

  /// Measures the current figures.
  static func current() -> ProcessFigures {
    let files = FileManager.default
    var figures = ProcessFigures()
    // The descriptor that reads the directory is not counted.
    do {
      figures.descriptors = max(0, try files.contentsOfDirectory(atPath: "/proc/self/fd").count - 1)
    } catch {
      return figures
    }
    let status = files.contents(atPath: "/proc/self/status") ?? Data()
    figures.residentBytes = residentBytes(in: String(decoding: status, as: UTF8.self))
    return figures
  }

  /// Returns the value of the line `VmRSS:  12345 kB` of `/proc/self/status`, in bytes; 0 without such a line.
  static func residentBytes(in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
    }
    return 0
  }
}
