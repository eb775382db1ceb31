#if canImport(Glibc)
  import CDiskTrace

  /// What the stores of a directory asked of the system, in that order.
  struct DiskTrace: Sendable {
    enum Kind: Character {
      case open = "o"
      case synchronise = "s"
      case synchroniseData = "d"
    }

    private(set) var calls: [(kind: Kind, path: String)] = []

    /// Records the calls of `body` for files in a directory and for the directory itself. Their paths are relative to
    /// it; "" is the directory, and ".." the one above it.
    init(of directory: String, _ body: () async throws -> Void) async rethrows {
      let start = disk_trace_begin()
      defer { disk_trace_release() }
      let end: Int
      do {
        try await body()
        end = disk_trace_end()
      } catch {
        disk_trace_end()
        throw error
      }
      let parent = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
      for position in start..<end {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let kind = disk_trace_read(position, &bytes, bytes.count)
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let kind = Kind(rawValue: Character(UnicodeScalar(UInt8(bitPattern: kind)))) else { continue }
        if path == directory || path == parent {
          calls.append((kind, path == parent ? ".." : ""))
        } else if path.hasPrefix(directory + "/") {
          calls.append((kind, String(path.dropFirst(directory.count + 1))))
        }
      }
    }

    /// The files and directories that were synchronised, in that order.
    var synchronised: [String] { calls.filter { $0.kind != .open }.map(\.path) }

    /// How often a file or a directory was opened.
    func opened(_ path: String) -> Int { calls.count { $0.kind == .open && $0.path == path } }
  }
#endif
