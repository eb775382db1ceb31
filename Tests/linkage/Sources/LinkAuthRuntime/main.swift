import AuthCore
import AuthRuntime

print(try ClientServices.standard(for: AuthConfiguration(["providers": ["none": [:]], "storage": ["sessions": "memory"]])).sessionStore)
