#if canImport(Darwin)
  import AuthCore
  import CryptoKit
  import Foundation
  import Security

  /// Checks a server's certificate. The system's rules always apply. The options can add trusted roots and require
  /// pinned keys.
  struct ServerTrust: Sendable {
    private let options: TransportOptions
    /// The additional roots, in DER. Each check creates new `SecCertificate` values from this data.
    private let roots: [Data]

    /// Creates a check with these options, and reads the additional roots.
    ///
    /// - Throws: `invalid_configuration` when the additional roots cannot be read.
    init(_ options: TransportOptions) throws(AuthError) {
      self.options = options
      roots = try options.additionalRoots.map { path throws(AuthError) in try Self.certificates(path) } ?? []
    }

    /// Returns the error for a certificate that the system does not trust for `host`, or whose public key matches no
    /// pin of `host`; nil for an accepted certificate.
    func refusal(of trust: SecTrust, host: String) -> AuthError? {
      if !roots.isEmpty {
        let certificates = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        SecTrustSetAnchorCertificates(trust, certificates as CFArray)
        // The system's roots stay trusted.
        SecTrustSetAnchorCertificatesOnly(trust, false)
      }
      guard SecTrustEvaluateWithError(trust, nil) else {
        return AuthError(
          .tls,
          "No secure connection to \(host): its certificate is not trusted, has expired, or belongs to another host. "
            + "Check the host in the address. If a private authority issued the certificate, add the authority's root "
            + "to transport.additionalRoots."
        )
      }
      guard let pins = PublicKeyPins(byHost: options.pinnedPublicKeys).pins(for: host.lowercased()) else { return nil }
      guard let pin = Self.pin(of: trust), pins.contains(pin) else {
        return AuthError(
          .tls,
          "No secure connection to \(host): its public key is not a pinned key. Check transport.pinnedPublicKeys.")
      }
      return nil
    }

    /// Returns the pin `sha256//…` of the leaf certificate's SubjectPublicKeyInfo, as libcurl computes it; nil if the
    /// key cannot be read, or is of a kind that `SubjectPublicKeyInfo` does not support.
    private static func pin(of trust: SecTrust) -> String? {
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let leaf = chain.first,
        let key = SecCertificateCopyKey(leaf),
        let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
        let bits = SecKeyCopyExternalRepresentation(key, nil) as Data?,
        let type = attributes[kSecAttrKeyType] as? String, let size = attributes[kSecAttrKeySizeInBits] as? Int,
        let information = SubjectPublicKeyInfo.encode(
          isElliptic: type == kSecAttrKeyTypeECSECPrimeRandom as String, bits: size, key: [UInt8](bits))
      else { return nil }
      return "sha256//" + Base64.encode(SHA256.hash(data: information))
    }

    private static func certificates(_ path: String) throws(AuthError) -> [Data] {
      let text: String
      do {
        text = try String(contentsOfFile: path, encoding: .utf8)
      } catch {
        throw AuthError(
          .invalidConfiguration,
          "The file of transport.additionalRoots cannot be read as text. Check its path and its permissions, and that "
            + "it is a PEM file.",
          underlying: "\(error)")
      }
      let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
      let certificates = blocks.compactMap { block -> Data? in
        let encoded = block.components(separatedBy: "-----END CERTIFICATE-----")[0]
        return Base64.decode(encoded.filter { !$0.isWhitespace }).map { Data($0) }
      }
      guard !certificates.isEmpty, certificates.count == blocks.count else {
        throw AuthError(
          .invalidConfiguration,
          "transport.additionalRoots must be a PEM file with at least one certificate, and each certificate must be "
            + "complete.")
      }
      return certificates
    }
  }
#endif
