import AuthCore
import AuthTerminal
import AuthText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output for results, standard error for notes.
enum Output {
  static let outputIsTerminal = isatty(1) == 1
  static let errorIsTerminal = isatty(2) == 1
  static let inputIsTerminal = isatty(0) == 1

  /// Writes text to standard output.
  static func out(_ text: TerminalText) { write(text.text, to: 1) }

  /// Writes a line to standard output.
  static func line(_ text: TerminalText) { write(text.text + "\n", to: 1) }

  /// Writes JSON and a line feed to standard output, escaped so that a terminal can show it.
  static func json(_ value: JSONValue, isPretty: Bool = false) {
    write(EscapedJSON.text(isPretty ? value.prettyText : value.serializedText) + "\n", to: 1)
  }

  /// Writes a value that another program reads, such as a token, as a line of standard output: unchanged to a pipe or a
  /// file, escaped to a terminal.
  static func value(_ text: String) {
    line(outputIsTerminal ? TerminalText(whole: text) : TerminalText(trusted: text))
  }

  /// Writes the body of a response to standard output: unchanged to a pipe or a file, escaped to a terminal.
  static func body(_ bytes: [UInt8]) {
    guard outputIsTerminal else { return write(bytes, to: 1) }
    let text = EscapedText(String(decoding: bytes, as: UTF8.self), limit: nil, keepsLines: true).description
    write(text.hasSuffix("\n") ? text : text + "\n", to: 1)
  }

  /// Writes text to standard error.
  static func error(_ text: TerminalText) { write(text.text, to: 2) }

  /// Writes a line to standard error.
  static func note(_ text: TerminalText) { write(text.text + "\n", to: 2) }

  /// Shows the cursor again and ends the process.
  static func exit(_ status: Int32) -> Never {
    Spinner.restoreCursor()
    #if canImport(Glibc)
      Glibc.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }

  private static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      // If the write fails, for example because the reader has closed the pipe, the remaining bytes are dropped.
      guard count > 0 || errno == EINTR else { return }
      if count > 0 { rest = rest.dropFirst(count) }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ pointer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, pointer, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, pointer, count)
    #else
      Darwin.write(descriptor, pointer, count)
    #endif
  }
}
