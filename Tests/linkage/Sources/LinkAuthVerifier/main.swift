import AuthVerifier

print(RequestVerifier.self)
