#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks whether this process may read a file.
enum ReadableFile {
  /// Returns whether a file exists at `path` and this process may read it.
  static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
