#if canImport(Glibc)
  import Glibc

  /// The memory of this process as the kernel reads it. Unlike a pointer, the kernel may read memory that was released.
  package enum ProcessMemory {
    /// Whether the kernel shows it.
    package static let isReadable = access("/proc/self/mem", R_OK) == 0

    /// Returns the bytes at an address; empty if nothing is mapped there.
    package static func bytes(at address: UInt, count: Int) -> [UInt8] {
      let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return [] }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(file, &bytes, count, off_t(address)) == count ? bytes : []
    }

    /// Returns the number of places that contain a text. The text is made here, byte by byte, so that the caller has no
    /// copy of it, and the only copy here is not counted.
    package static func places(ofTextWith count: Int, byte: (Int) -> UInt8) -> Int {
      let needle = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
      let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
      let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      defer {
        for buffer in [needle, window] {
          for index in 0..<min(buffer.count, count) { buffer[index] = 0 }
          buffer.deallocate()
        }
        close(file)
      }
      for index in 0..<count { needle[index] = byte(index) }
      return regions().reduce(0) { sum, region in
        sum + places(of: needle, in: region, window, file)
      }
    }

    private static func places(
      of needle: UnsafeMutableRawBufferPointer, in region: Range<UInt>, _ window: UnsafeMutableRawBufferPointer,
      _ file: Int32
    ) -> Int {
      let own = [needle, window].map { buffer in
        let start = UInt(bitPattern: buffer.baseAddress)
        return start..<start + UInt(buffer.count)
      }
      var found = 0
      var start = region.lowerBound
      while start < region.upperBound {
        let count = pread(file, window.baseAddress, min(window.count, Int(region.upperBound - start)), off_t(start))
        guard count >= needle.count else { return found }
        for offset in offsets(of: needle, in: UnsafeRawBufferPointer(rebasing: window[..<count])) {
          let address = start + UInt(offset)
          if !own.contains(where: { $0.contains(address) }) { found += 1 }
        }
        // The next window begins with the end of this one, which may contain the start of the text.
        start += UInt(count == window.count ? count - needle.count + 1 : count)
      }
      return found
    }

    private static func offsets(
      of needle: UnsafeMutableRawBufferPointer, in bytes: UnsafeRawBufferPointer
    ) -> [Int] {
      guard let base = bytes.baseAddress, let text = needle.baseAddress else { return [] }
      var (offsets, next) = ([Int](), 0)
      while next + needle.count <= bytes.count,
        let hit = memchr(base + next, Int32(needle[0]), bytes.count - needle.count + 1 - next)
      {
        let offset = UnsafeRawPointer(hit) - base
        if memcmp(hit, text, needle.count) == 0 { offsets.append(offset) }
        next = offset + 1
      }
      return offsets
    }

    /// The regions that this process may write.
    private static func regions() -> [Range<UInt>] {
      guard let file = fopen("/proc/self/maps", "re") else { return [] }
      defer { fclose(file) }
      var regions: [Range<UInt>] = []
      var line = [CChar](repeating: 0, count: 8192)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let words = text.split(separator: " ")
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if words.count > 1, words[1].hasPrefix("rw"), ends.count == 2, ends[0] < ends[1] {
          regions.append(ends[0]..<ends[1])
        }
      }
      return regions
    }
  }
#endif
