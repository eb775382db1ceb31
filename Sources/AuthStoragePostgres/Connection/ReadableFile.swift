#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that this process may read.
enum ReadableFile {
  static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
