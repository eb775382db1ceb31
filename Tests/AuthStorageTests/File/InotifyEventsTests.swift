#if os(Linux)
  import Testing

  @testable import AuthStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The kernel's events, as inotify(7) writes them.
  @Suite struct InotifyEventsTests {
    private static let root: Int32 = 1
    private static let room: Int32 = 2

    private func event(_ watch: Int32, _ mask: Int32, nameSize: Int = 0) -> [UInt8] {
      let fields: [UInt32] = [UInt32(bitPattern: watch), UInt32(bitPattern: mask), 0, UInt32(nameSize)]
      return fields.flatMap { field in withUnsafeBytes(of: field) { Array($0) } }
        + [UInt8](repeating: 0x61, count: nameSize)
    }

    private func read(_ bytes: [UInt8]) -> [Bool] {
      var events = InotifyEvents(root: Self.root)
      events.read(bytes)
      return [events.isOfRoot, events.isRootGone]
    }

    @Test func eachKindOfEvent() {
      let created = Int32(IN_CREATE)
      let (moved, ignored, lost) = (Int32(IN_MOVE_SELF), Int32(IN_IGNORED), Int32(IN_Q_OVERFLOW))
      #expect(read([]) == [false, false])
      #expect(read(event(Self.room, Int32(IN_MOVED_TO), nameSize: 16)) == [false, false])
      #expect(read(event(Self.root, created, nameSize: 16)) == [true, false])
      #expect(read(event(Self.root, moved)) == [true, true])
      #expect(read(event(Self.root, ignored)) == [true, true])
      #expect(read(event(Self.room, ignored)) == [false, false])
      #expect(read(event(-1, lost)) == [true, false])
    }

    @Test func readsEachOfManyEvents() {
      let room = event(Self.room, Int32(IN_DELETE), nameSize: 32)
      let gone = event(Self.root, Int32(IN_IGNORED))
      #expect(read(room + room + gone) == [true, true])
      #expect(read(gone + room) == [true, true])
      // A truncated event, which the kernel never writes, is ignored.
      #expect(read(room + gone.dropLast()) == [false, false])
    }
  }
#endif
