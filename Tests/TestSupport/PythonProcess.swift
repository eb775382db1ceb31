#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Python process with a line protocol, for tests that need a second process.
package final class PythonProcess: Sendable {
  private let process: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts a program; nil if there is no python3.
  package init?(_ programme: String, _ arguments: [String]) {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { return nil }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = (["python3", "-c", programme] + arguments).map { strdup($0) }
    words.append(nil)
    var child: pid_t = 0
    let result = posix_spawnp(&child, "python3", &actions, nil, words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(toChild[0])
    close(fromChild[1])
    guard result == 0 else {
      close(toChild[1])
      close(fromChild[0])
      return nil
    }
    process = child
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    close(input)
    close(output)
    // Closing the pipe is not enough, because a process that another test has spawned may have inherited the pipe.
    killNow()
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  package func writeLine(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  package func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Sends SIGKILL, as the system does when it runs out of memory.
  package func killNow() { kill(process, SIGKILL) }
}
