#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

extension ConformanceReport {
  /// Writes the report and a line feed to standard output in one call, so that the reports of tests that run in
  /// parallel do not mix. `print(_:)` writes a long text in several parts.
  public func show() {
    // The text that was printed before is still in the buffer.
    fflush(nil)
    var rest = Array("\(self)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      if count > 0 { rest = rest.dropFirst(count) }
    }
  }
}
