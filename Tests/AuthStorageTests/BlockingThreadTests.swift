import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct BlockingThreadTests {
  @Test func returnsTheValueOfTheWork() async {
    #expect(await BlockingThread.run { 7 } == 7)
  }

  #if canImport(Glibc)
    typealias AttributesOfThread = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
    /// glibc's `pthread_getattr_np`, which its headers declare only for `_GNU_SOURCE`.
    static let attributesOfThread = dlsym(nil, "pthread_getattr_np").map {
      unsafeBitCast($0, to: AttributesOfThread.self)
    }

    /// A joinable thread that no caller joins keeps its stack after its end.
    @Test func threadIsDetachedFromItsStart() async {
      let state = await BlockingThread.run {
        var attributes = pthread_attr_t()
        var state: Int32 = -1
        guard let read = Self.attributesOfThread, read(pthread_self(), &attributes) == 0 else { return state }
        defer { pthread_attr_destroy(&attributes) }
        return pthread_attr_getdetachstate(&attributes, &state) == 0 ? state : -1
      }
      #expect(state == Int32(PTHREAD_CREATE_DETACHED))
    }
  #endif
}
