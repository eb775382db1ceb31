import AuthUI

print(FlowModel.self)
