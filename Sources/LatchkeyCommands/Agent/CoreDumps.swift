#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Core dumps of this process, which would contain tokens and keys.
enum CoreDumps {
  /// Forbids them for this process and those that it starts.
  static func forbid() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Self.limitOfCore, &none)
    // On Linux, a program that takes the dumps ignores the limit. Without these bits, a dump has no memory (core(5)).
    let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
    guard filter >= 0 else { return }
    _ = write(filter, "0", 1)
    close(filter)
  }

  #if canImport(Glibc)
    private static let limitOfCore = __rlimit_resource_t(RLIMIT_CORE.rawValue)
  #else
    private static let limitOfCore = RLIMIT_CORE
  #endif
}
