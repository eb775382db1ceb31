// Linked into the test program: records which test reaches which mutant, and writes the record to a file at the exit.

import Glibc
import Synchronization
import Testing

/// The numbers of the reached mutants, by the test's name. The empty name stands for code outside the tests' tasks. A
/// mutant in such code also counts for the last seen test, which is the right test if tests run one after another.
private let reached = Mutex<(tests: [String: Set<Int>], last: Test.ID?, name: String)>(([:], nil, ""))
/// A counter that increases whenever the last seen test changes.
private let turn = Atomic<Int>(1)
/// The last test of each thread, as a cache: most calls come from the same task, or at least from the same test.
private let slot: pthread_key_t = {
  var slot = pthread_key_t()
  pthread_key_create(&slot, nil)
  atexit { writeReached() }
  return slot
}()

private final class Seen {
  var task: UInt64 = 0
  var test: Test.ID?
  var turn = 0
  var numbers: Set<Int> = []
}

@_silgen_name("swift_task_getCurrent")
private func currentTask() -> UnsafeRawPointer?

/// Returns the number of a task. Unlike its address, the number is not reused.
@_silgen_name("swift_task_getJobTaskId")
private func number(ofTask task: UnsafeRawPointer) -> UInt64

@_cdecl("latchkey_mutant_reached")
func latchkeyMutantReached(_ number: Int) {
  let seen: Seen
  if let known = pthread_getspecific(slot) {
    seen = Unmanaged<Seen>.fromOpaque(known).takeUnretainedValue()
  } else {
    seen = Seen()
    pthread_setspecific(slot, Unmanaged.passRetained(seen).toOpaque())
  }
  let task = currentTask().map(LatchkeyReached.number(ofTask:)) ?? 0
  let now = turn.load(ordering: .relaxed)
  if seen.task != task || seen.turn != now {
    let test = task == 0 ? nil : Test.current?.id
    if seen.test != test || seen.turn != now { seen.numbers.removeAll(keepingCapacity: true) }
    (seen.task, seen.test, seen.turn) = (task, test, now)
  }
  guard seen.numbers.insert(number).inserted else { return }
  let test = seen.test
  reached.withLock { reached in
    if let test, reached.last != test {
      reached.last = test
      reached.name = String(describing: test)
      turn.add(1, ordering: .relaxed)
    }
    reached.tests[reached.name, default: []].insert(number)
    if test == nil { reached.tests["", default: []].insert(number) }
  }
}

private func writeReached() {
  guard let path = getenv("LATCHKEY_MUTANTS_REACHED"), let file = fopen(path, "w") else { return }
  reached.withLock { reached in
    for (test, numbers) in reached.tests {
      fputs("\(test)\t\(numbers.sorted().map(String.init).joined(separator: " "))\n", file)
    }
  }
  fclose(file)
}
