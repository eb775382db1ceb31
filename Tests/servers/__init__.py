"""Real servers for the tests of fleets; `Tests` has to be on `sys.path`. All servers are private to the process that
started them, and end with it even if it is killed (`keeper`). If the machine lacks a requirement, `NotPossible` is
raised with a message that names it; skip the test then.

    with Cluster(standby=True, tls=True) as cluster, Bouncer(cluster) as bouncer, HostNetwork(4) as network:
        database = cluster.add_database()              # with the roles owner and app; cluster.url(database.app, …)
        bouncer.reload()                               # reads the new roles; bouncer.url(database.app, …)
        network.serve("database", (bouncer.address, bouncer.port))
        host = network.popen(0, [program, cluster.url(database.app, database.name, *network.address(0, "database"))])
        network.partition(0, "database")               # or network.proxy(0, "database").swallow_answers(), .hold() …
        cluster.kill9(), cluster.promote(), bouncer.point_at(), network.heal(0)

`Cluster` is in `postgres`, `Bouncer` in `bouncer`, `FaultProxy` in `proxy`, `HostNetwork` in `namespaces`, `psql(url,
text)` in `clients`. Tests in Swift use them through `serve.py`. `pytest Tests/servers` tests the servers themselves.
"""
