import AuthCore

print(ProviderID("none"))
