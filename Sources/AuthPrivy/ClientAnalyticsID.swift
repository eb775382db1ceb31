import AuthCore

/// The client's own id for the vendor's statistics, `privy-ca-id`: a UUID, made once, kept, and forgotten at sign-out
/// (P40). No statistics are sent by us; the vendor's servers expect the header.
struct ClientAnalyticsID: Sendable {
  private static let key = "privy-ca-id"

  let records: any RecordStore
  let random: any RandomSource

  /// The id; made at the first use.
  func value() async throws(AuthError) -> String {
    while true {
      if let record = try await records.read(Self.key) { return record.value.revealText() }
      let made = random.uuid()
      // Another task may be making one at the same time: the first one stays.
      if try await records.write(Secret(made), for: Self.key, expecting: nil) != nil { return made }
    }
  }

  /// The next one is another.
  func forget() async throws(AuthError) { try await records.remove(Self.key, expecting: nil) }
}
