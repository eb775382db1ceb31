import AuthCore

/// The client's own ID for the vendor's statistics, `privy-ca-id`: a UUID that is made once, stored, and deleted at
/// sign-out (P40). This package does not send statistics, but the vendor's servers expect the header.
struct ClientAnalyticsID: Sendable {
  private static let key = "privy-ca-id"

  let records: any RecordStore
  let random: any RandomSource

  /// The ID, which is made at the first use.
  func value() async throws(AuthError) -> String {
    while true {
      if let record = try await records.read(Self.key) { return record.value.revealText() }
      let made = random.uuid()
      // Another task may make an ID at the same time. The first one is kept.
      if try await records.write(Secret(made), for: Self.key, expecting: nil) != nil { return made }
    }
  }

  /// Deletes the ID. The next use makes a new one.
  func forget() async throws(AuthError) { try await records.remove(Self.key, expecting: nil) }
}
