// Linked into the test program: which test reaches which mutant, written to a file when the program ends.

import Glibc
import Synchronization
import Testing

/// The reached mutants: by test, their numbers. A test without a name is code that no test's task called; it counts for
/// the test that was the last to be seen, too, which is the right one where tests run one after another.
private let reached = Mutex<(tests: [String: Set<Int>], last: Test.ID?, name: String)>(([:], nil, ""))
/// Goes up with each test that is the last to be seen.
private let turn = Atomic<Int>(1)
/// The last test of each thread: most calls are of the same task or, at least, of the same test, and known.
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

/// Unlike its address, the number of a task is not used again.
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
