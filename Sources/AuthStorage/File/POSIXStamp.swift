#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Identifies the state of a file: two stamps differ after every replacement or change of the file.
struct POSIXStamp: Sendable, Equatable {
  /// The file itself, whose id changes only if another file replaces it.
  let id: POSIXFileID
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    id = POSIXFileID(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int64(truncatingIfNeeded: status.st_size)
    #if canImport(Darwin)
      seconds = status.st_ctimespec.tv_sec
      nanoseconds = status.st_ctimespec.tv_nsec
    #else
      seconds = status.st_ctim.tv_sec
      nanoseconds = status.st_ctim.tv_nsec
    #endif
  }
}

/// Identifies a file while it exists.
struct POSIXFileID: Sendable, Equatable {
  let device: UInt64
  let number: UInt64
}
