import AuthCore
import AuthCrypto

/// Why a start token is not taken.
struct HawcxRefusedToken: Error {
  let failure: HawcxFailure
}
