import AuthCore

/// The claims of a token before its verification, read only to find the verifier that checks it.
enum TokenPreview {
  /// Returns the claims of a JWT; nil for any other text.
  ///
  /// It reads the payload once, into a buffer on the stack, because every request pays for it.
  static func claims(of text: String) -> JSONObject? {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.firstIndex(of: 0x2E), let second = bytes[(first + 1)...].firstIndex(of: 0x2E),
        !bytes[(second + 1)...].contains(0x2E), first > 0
      else { return nil }
      let payload = UnsafeBufferPointer(rebasing: bytes[(first + 1)..<second])
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: payload.count) { room in
        guard let count = Base64URL.decode(payload, into: room) else { return nil }
        do throws(JSONError) {
          return try JSONValue(parsing: UnsafeBufferPointer(rebasing: room[..<count]), depthLimit: 32).objectValue
        } catch {
          return nil
        }
      }
    }
  }
}
