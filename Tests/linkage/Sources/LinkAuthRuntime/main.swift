import AuthCore
import AuthRuntime

let configuration = try AuthConfiguration(["providers": ["none": [:]], "storage": ["sessions": "memory"]])
print(try ClientServices.standard(for: configuration).sessionStore)
