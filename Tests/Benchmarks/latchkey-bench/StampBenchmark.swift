import AuthCore
import AuthCrypto
import AuthTurnkey
import CBench

extension Benchmark {
  /// Stamps of a 256-byte body with a loaded key, from the body's bytes to the finished header.
  ///
  /// The floor is C with the same OpenSSL: digest, duplicate of a prepared context, signature in DER.
  static let stamp = Benchmark(name: "stamp", summary: "Turnkey-style stamps of 256 bytes, one thread") {
    () throws(AuthError) in
    let key = P256.Signing.PrivateKey()
    let stamper = try APIKeyStamper(
      publicKeyHex: Hex.encode(Array(key.publicKey.compressedRepresentation)),
      privateKeyHex: Secret(Hex.encode(Array(key.rawRepresentation))))
    let body = SystemRandomSource().bytes(256)
    func stamp(_ rounds: Int) throws(AuthError) {
      for _ in 0..<rounds { _ = try stamper.stamp(body) }
    }
    guard let signer = cbench_signer_new() else { return try await BenchmarkResult(timing: stamp, unit: "stamps/s") }
    defer { cbench_signer_free(signer) }
    let measured = try await SideBySide(
      floor: { (rounds) throws(AuthError) in
        guard cbench_sign(signer, body, body.count, rounds) == 1 else {
          throw AuthError(.internalError, "OpenSSL could not sign.")
        }
      }, value: stamp)
    return BenchmarkResult(
      value: measured.value, unit: "stamps/s", floor: measured.floor, ratio: measured.ratio,
      allocations: measured.allocations, floorAllocations: measured.floorAllocations)
  }
}

extension BenchmarkResult {
  /// Measures a benchmark without a floor.
  fileprivate init(timing body: (Int) throws(AuthError) -> Void, unit: String) async throws(AuthError) {
    let measured = try await SideBySide(floor: body, value: body)
    self.init(
      value: measured.value, unit: unit, floor: nil, ratio: nil, allocations: measured.allocations)
  }
}
