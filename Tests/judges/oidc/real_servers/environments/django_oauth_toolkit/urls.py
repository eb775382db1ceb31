"""The addresses of the site: those of the toolkit, and a page to sign in."""

from django.contrib.auth.views import LoginView
from django.urls import include, path

urlpatterns = [
    path("login/", LoginView.as_view(template_name="login.html")),
    path("", include("oauth2_provider.urls")),
]
