import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The programs of this package.
enum Executable {
  /// Replaces this process with the program `name` in this program's directory. Returns an error if that is impossible.
  ///
  /// - Parameter remedy: the sentence that the error adds if the program does not exist.
  static func replaceThisProgram(with name: String, _ words: [String], remedy: String) -> AuthError {
    guard let directory else { return AuthError(.internalError, "The directory of this program cannot be determined.") }
    let path = directory + "/" + name
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    Spinner.restoreCursor()
    execv(path, &arguments)
    guard errno == ENOENT else {
      return AuthError(.internalError, "\(path) cannot be run: \(String(cString: strerror(errno))).")
    }
    return AuthError(.unsupported, "\(path) does not exist. \(remedy)")
  }

  /// The directory of the running program, with symbolic links resolved.
  private static var directory: String? {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let running = realpath(buffer, nil)
    #else
      let running = realpath("/proc/self/exe", nil)
    #endif
    guard let running else { return nil }
    defer { free(running) }
    let path = String(cString: running)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
