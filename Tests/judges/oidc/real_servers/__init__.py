"""Third-party servers, for the matrix of servers and features."""

from .glewlwyd_server import GlewlwydServer
from .python_servers import Authlib, Canaille, DjangoOAuthToolkit, IdPyOIDC, ProviderMock

SERVERS = {
    "glewlwyd": GlewlwydServer, "canaille": Canaille, "authlib": Authlib, "toolkit": DjangoOAuthToolkit,
    "mock": ProviderMock, "idpyoidc": IdPyOIDC}
