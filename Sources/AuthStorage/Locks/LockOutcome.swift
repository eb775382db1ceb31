/// What becomes of a waiter for a lock.
enum LockOutcome {
  case acquired
  case timedOut
  case cancelled
}
