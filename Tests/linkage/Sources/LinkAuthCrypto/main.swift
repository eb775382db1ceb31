import AuthCrypto

print(SHA256.hash(data: [UInt8]()))
