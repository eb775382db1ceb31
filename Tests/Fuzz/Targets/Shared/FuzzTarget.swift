#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fuzzed parser, with the laws that must hold for its results.
public struct FuzzTarget: Sendable {
  /// The name of the parser's folder in `Corpus` and of its dictionary.
  public let name: String
  /// Parses bytes and checks the laws. A trap or a broken law is a finding; an error that the parser throws is not.
  public let read: @Sendable ([UInt8]) -> Void

  package init(name: String, read: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.read = read
  }

  /// Traps with `text` if the law does not hold.
  package static func require(_ law: Bool, _ text: @autoclosure () -> String) {
    precondition(law, text())
  }

  /// Returns the target that the environment variable `LATCHKEY_FUZZ` names.
  package static func chosen(among targets: [FuzzTarget]) -> FuzzTarget {
    let name = ProcessInfo.processInfo.environment["LATCHKEY_FUZZ"] ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      preconditionFailure("LATCHKEY_FUZZ must be one of \(targets.map(\.name).joined(separator: ", "))")
    }
    return target
  }
}
