#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What this process takes from its machine. Only Linux tells it here; elsewhere the figures are 0.
struct ProcessFigures: Sendable, Hashable {
  var residentBytes = 0
  var descriptors = 0

  /// The present figures.
  static func current() -> ProcessFigures {
    let files = FileManager.default
    var figures = ProcessFigures()
    // Less the one that reads the directory.
    do {
      figures.descriptors = max(0, try files.contentsOfDirectory(atPath: "/proc/self/fd").count - 1)
    } catch {
      return figures
    }
    let status = files.contents(atPath: "/proc/self/status") ?? Data()
    figures.residentBytes = residentBytes(in: String(decoding: status, as: UTF8.self))
    return figures
  }

  /// The line `VmRSS:  12345 kB` of `/proc/self/status`; 0 without one.
  static func residentBytes(in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
    }
    return 0
  }
}
