/// One change of the source, which a test should detect.
struct Mutant: Codable {
  /// The number in the module, from 1. The environment selects a mutant by this number at run time.
  var number: Int
  var file: String
  /// The position of the changed text, from 1.
  var line: Int
  var column: Int
  /// The lines of the rewritten node, from 1.
  var firstLine: Int
  var lastLine: Int
  var kind: Kind
  /// The original and the changed text, on one line.
  var original: String
  var replacement: String

  enum Kind: String, Codable {
    case `operator`, condition, binding, constant, statement
  }

  /// The key, valid while the file is unchanged.
  var key: String { "\(file):\(line):\(column):\(kind.rawValue)" }
}
