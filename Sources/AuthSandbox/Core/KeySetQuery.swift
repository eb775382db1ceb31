/// A key set that an app registered by its address, and the key that a request's token names in it.
package struct KeySetQuery: Sendable, Hashable {
  let url: String
  let keyID: String?
}
