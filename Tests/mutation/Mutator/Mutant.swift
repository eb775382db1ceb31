/// One change of the source that a test should notice.
struct Mutant: Codable {
  /// Its number in the module, from 1: what the environment selects at run time.
  var number: Int
  var file: String
  /// Where it stands, from 1.
  var line: Int
  var column: Int
  /// The lines of what is rewritten.
  var firstLine: Int
  var lastLine: Int
  var kind: Kind
  /// The original and the changed text, on one line.
  var original: String
  var replacement: String

  enum Kind: String, Codable {
    case `operator`, condition, binding, constant, statement
  }

  /// Its key while its file is unchanged.
  var key: String { "\(file):\(line):\(column):\(kind.rawValue)" }
}
