// Compiled into each mutated module: which mutant is in force, and which mutants a test reaches.

#if canImport(Glibc)
  import Glibc
#endif

/// The number in the environment; 0 where no mutant is selected.
private let selected = getenv("LATCHKEY_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
private let isRecording = getenv("LATCHKEY_MUTANTS_REACHED") != nil

@_silgen_name("latchkey_mutant_reached")
private func record(_ number: Int)

/// Whether the mutant of this number is in force.
func mutant(_ number: Int) -> Bool {
  if isRecording { record(number) }
  return number == selected
}

/// The value, or nil where the mutant of this number is in force.
func mutantNone<Value>(_ number: Int, _ value: Value?) -> Value? {
  mutant(number) ? nil : value
}
