"""A separate message bus and GNOME keyring for a test."""

import os
import subprocess
import time
from pathlib import Path

import secretstorage
from jeepney.io.blocking import open_dbus_connection

# Without service folders, the bus starts no other service, so that no window with a question for the user opens.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><keep_umask/><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>"""
SERVICE = "org.freedesktop.secrets"
LOGIN = "/org/freedesktop/secrets/collection/login"


class Keyring:
    def __init__(self, directory: Path):
        self.directory = directory
        for name in ("run", "data", "home", "conf", "cache"):
            (directory / name).mkdir(mode=0o700)
        socket = directory / "bus"
        (directory / "bus.conf").write_text(BUS.format(socket=socket))
        removed = ("DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL", "DBUS_SESSION_BUS_ADDRESS")
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in removed},
            "HOME": str(directory / "home"), "XDG_RUNTIME_DIR": str(directory / "run"),
            "XDG_DATA_HOME": str(directory / "data"), "XDG_CONFIG_HOME": str(directory / "conf"),
            "XDG_CACHE_HOME": str(directory / "cache"), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={socket}"}
        self.log = open(directory / "log.txt", "w", encoding="utf-8")
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={directory / 'bus.conf'}", "--nofork"], stdout=self.log, stderr=self.log,
            env=self.environment)
        self.daemon = None
        self._wait(lambda: self._call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetId")[0] == 0)

    def start(self, password: str = "pw1"):
        """Starts the keyring; it stays locked if the password is not the first one."""
        self.daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground",
             f"--control-directory={self.directory / 'run' / 'keyring'}"],
            stdin=subprocess.PIPE, stdout=self.log, stderr=self.log, env=self.environment)
        self.daemon.stdin.write(password.encode())
        self.daemon.stdin.close()
        self._wait(self._is_there)

    def stop(self):
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait(timeout=10)
            self.daemon = None
            self._wait(lambda: not self._is_there())

    def lock(self):
        status, answer = self._call(
            SERVICE, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", f"array:objpath:{LOGIN}")
        assert status == 0, answer

    def items(self) -> int:
        """The number of items in the keyring."""
        status, answer = self._call(
            SERVICE, LOGIN, "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection",
            "string:Items")
        assert status == 0, answer
        return answer.count("object path")

    def add_copies(self, secrets: list):
        """Adds items with the attributes of the only item, as another program may, with other secrets."""
        connection = open_dbus_connection(bus=self.environment["DBUS_SESSION_BUS_ADDRESS"])
        try:
            collection = secretstorage.get_default_collection(connection)
            (item,) = collection.get_all_items()
            for secret in secrets:
                collection.create_item(item.get_label(), item.get_attributes(), secret, replace=False)
        finally:
            connection.close()

    def close(self):
        self.stop()
        self.bus.terminate()
        self.bus.wait(timeout=10)
        self.log.close()

    def _is_there(self) -> bool:
        return "boolean true" in self._call(
            "org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", f"string:{SERVICE}")[1]

    def _call(self, destination, path, method, *words):
        result = subprocess.run(
            ["dbus-send", "--session", "--print-reply", f"--dest={destination}", path, method, *words],
            capture_output=True, text=True, env=self.environment, timeout=30)
        return result.returncode, result.stdout + result.stderr

    def _wait(self, is_so):
        for _ in range(600):
            if is_so():
                return
            time.sleep(0.05)
        raise AssertionError((self.directory / "log.txt").read_text())
