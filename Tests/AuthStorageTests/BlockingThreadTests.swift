import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct BlockingThreadTests {
  @Test func workGivesItsValue() async {
    #expect(await BlockingThread.run { 7 } == 7)
  }

  #if canImport(Glibc)
    /// A thread that could be joined and never is would keep its stack for good.
    @Test func theThreadIsDetachedFromItsStart() async {
      // A thread that waits for itself is told EDEADLK, a detached one EINVAL.
      #expect(await BlockingThread.run { pthread_join(pthread_self(), nil) } == EINVAL)
    }
  #endif
}
