import AuthAdoption

print(AdoptedKeyStore.self)
