/// The result of a wait for a lock.
enum LockOutcome {
  case acquired
  case timedOut
  case cancelled
}
