import AuthPasskey

print(SoftwarePasskeyAuthenticator.self)
