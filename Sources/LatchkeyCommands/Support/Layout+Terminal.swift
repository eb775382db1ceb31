import AuthTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Layout {
  static let output = Layout(columns: Output.outputIsTerminal ? width(of: 1) : nil)
  static let error = Layout(columns: Output.errorIsTerminal ? width(of: 2) : nil)

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
