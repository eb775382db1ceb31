import AuthCore
import CPostgres

/// Loads libpq at run time.
enum PostgresLibrary {
  #if canImport(Darwin)
    private static let name = "libpq.5.dylib"
  #else
    private static let name = "libpq.so.5"
  #endif

  /// Loads the library, unless it is already loaded.
  ///
  /// - Throws: `invalid_configuration` if the library is missing. The message names the package to install.
  static func load() throws(AuthError) {
    let reason = message { lk_pg_load(name, $0, $1) }
    if let reason {
      throw AuthError(
        .invalidConfiguration,
        "Sessions in PostgreSQL need libpq, but \(name) could not be loaded. Install it: on Debian and Ubuntu `apt "
          + "install libpq5`, on Fedora `dnf install libpq`, on Alpine `apk add libpq`.", underlying: reason)
    }
  }

  /// Calls a function of the C shim, and returns the error message that the function wrote; nil if it succeeded.
  static func message(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
    let size = 512
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      guard let start = buffer.baseAddress else { return "no memory" }
      start.initialize(repeating: 0, count: size)
      return body(start, size) == 0 ? nil : String(cString: start)
    }
  }
}
