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

  /// A thread that could be joined and never is would keep its stack for good.
  @Test func theThreadIsDetached() async {
    #expect(await BlockingThread.run { pthread_detach(pthread_self()) } == EINVAL, "it is detached already")
  }
}
