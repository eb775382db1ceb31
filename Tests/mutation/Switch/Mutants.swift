// Compiled into each mutated module: switches the selected mutant on, and records the mutants that a test reaches.

#if canImport(Glibc)
  import Glibc
#endif

/// The number of the selected mutant, from the environment; 0 if no mutant is selected.
private let selected = getenv("LATCHKEY_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
private let isRecording = getenv("LATCHKEY_MUTANTS_REACHED") != nil

@_silgen_name("latchkey_mutant_reached")
private func record(_ number: Int)

/// Returns whether the mutant with this number is selected.
func mutant(_ number: Int) -> Bool {
  if isRecording { record(number) }
  return number == selected
}

/// Returns the value, or nil if the mutant with this number is selected.
func mutantNone<Value>(_ number: Int, _ value: Value?) -> Value? {
  mutant(number) ? nil : value
}
