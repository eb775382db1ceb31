import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The input of `mutator JOB`, which reads a job from a JSON file, writes the mutated files and prints the mutants as
/// JSON.
struct Job: Codable {
  /// The folder of the sources, and the folder for the mutated files, which have the same relative paths.
  var root: String
  var output: String
  /// Files relative to `root`.
  var files: [String]
  /// The keys of mutants that do not compile.
  var excluded: [String]
}

let arguments = CommandLine.arguments
guard arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: mutator JOB\n".utf8))
  exit(64)
}
do {
  let job = try JSONDecoder().decode(Job.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[1])))
  let excluded = Set(job.excluded)
  var mutants: [Mutant] = []
  var first = 1
  for file in job.files {
    let source = try String(contentsOfFile: "\(job.root)/\(file)", encoding: .utf8)
    let parsed = Parser.parse(source: source)
    let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }.cast(SourceFileSyntax.self)
    let finder = MutantFinder(file: file, tree: tree, first: first, excluded: excluded)
    finder.walk(tree)
    let target = URL(fileURLWithPath: "\(job.output)/\(file)")
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try finder.insertions.applied(to: source).write(to: target, atomically: true, encoding: .utf8)
    mutants += finder.mutants
    first = finder.next
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  FileHandle.standardOutput.write(try encoder.encode(mutants))
} catch {
  FileHandle.standardError.write(Data("mutator: \(error)\n".utf8))
  exit(1)
}
