import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Style {
  /// The style of standard output. Text for a pipe has no colour.
  static let output = Style(isOn: Output.outputIsTerminal && isWanted(in: ProcessInfo.processInfo.environment))
  /// The style of standard error.
  static let error = Style(isOn: Output.errorIsTerminal && isWanted(in: ProcessInfo.processInfo.environment))
}
