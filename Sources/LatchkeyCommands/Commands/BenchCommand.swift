import AuthCore

extension Command {
  static let bench = Command(
    "bench", operands: "[NAME…]", operandCount: 0...Int.max,
    summary: "Measure the hot paths, each against its baseline in the same run",
    discussion: """
        stamp                 Turnkey-style stamps of 256 bytes, one thread
        es256_verify          JWTs verified with ES256, one thread
        request_one_vendor    requests verified for a backend with one vendor, ES256
        request_five_vendors  the same for a backend with five vendors
        hs256_verify          JWTs verified with HS256, one thread
        hs256_whole           the same; the C loop also parses and checks the token
        authorised_request    authorised requests to a server on loopback
        cached_token          the token of a valid session, read from memory
        waiters_10000         10,000 callers at expiry, from the response until all have resumed
        restore               one account restored from its encrypted file
        save                  a session saved durably, compare-and-set included

      The baseline is a C loop that does the least possible work. Two baselines differ: SQLite for 'restore', and a bare
      list of continuations for 'waiters_10000'. The code and its baseline run in turn. The measure is processor time,
      or wall-clock time where they wait for a disk or for other tasks. The ratio is the median of the rounds.

      The benchmarks are a separate program, latchkey-bench, which must be in the same directory as this one. Build both
      with 'swift build -c release': a debug build also measures Swift's run-time checks.
      """
  ) { (invocation) throws(AuthError) in
    let words = invocation.arguments.operands + (invocation.isJSON ? ["--json"] : [])
    throw Executable.replaceThisProgram(
      with: "latchkey-bench", words,
      remedy: "Build it with 'swift build -c release --product latchkey-bench'.")
  }
}
