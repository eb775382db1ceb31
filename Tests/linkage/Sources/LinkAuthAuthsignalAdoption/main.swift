import AuthAuthsignalAdoption

print(AuthsignalAdoption.self)
