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
  /// Replaces this process with the program `name` in this program's directory. Returns only if that fails, with the
  /// error: `unsupported` if the program does not exist, otherwise `internal`.
  ///
  /// - Parameters:
  ///   - name: the program's file name.
  ///   - words: the program's arguments, without its name.
  ///   - remedy: the sentence that the error adds if the program does not exist.
  static func replaceThisProgram(with name: String, _ words: [String], remedy: String) -> AuthError {
    guard let directory else {
      return AuthError(
        .internalError,
        "The directory of this program, which must contain \(name), cannot be determined. On Linux, check that /proc "
          + "is mounted.")
    }
    let path = directory + "/" + name
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    Spinner.restoreCursor()
    execv(path, &arguments)
    guard errno == ENOENT else {
      return AuthError(
        .internalError,
        "\(path) cannot be run: \(String(cString: strerror(errno))). Check that this user may execute the file, and "
          + "that it was built for this machine.")
    }
    return AuthError(.unsupported, "\(path) does not exist. \(remedy)")
  }

  /// Replaces this process with any program. Returns only if that fails, with the error `invalid_request`.
  ///
  /// - Parameters:
  ///   - words: the program, which is looked up in `PATH` unless it contains a slash, and its arguments.
  ///   - variables: what the program's environment has besides that of this process.
  static func replaceThisProcess(with words: [String], adding variables: [String: String]) -> AuthError {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    for (name, value) in variables { setenv(name, value, 1) }
    Spinner.restoreCursor()
    // An ignored signal stays ignored in the new program.
    signal(SIGPIPE, SIG_DFL)
    // The threads of Swift's pool block signals, and the new program gets the mask of this thread.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    execvp(words[0], &arguments)
    return cannotRun(words[0], errno)
  }

  /// The error for a program that the system does not start.
  static func cannotRun(_ program: String, _ number: Int32) -> AuthError {
    AuthError(
      .invalidRequest,
      "The program \(program) cannot be run: \(String(cString: strerror(number))). Check its name, PATH, and that this "
        + "user may execute it.")
  }

  /// The directory of the running program; nil if the system does not report it.
  private static var directory: String? {
    path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  /// The path of the running program, with symbolic links resolved; nil if the system does not report it.
  static var path: String? {
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
    return String(cString: running)
  }
}
