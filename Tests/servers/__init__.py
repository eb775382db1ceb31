"""Real servers for the tests of fleets; `Tests` has to be on `sys.path`. Everything is private and ends with the
process that started it, however that ends (`keeper`). Where a machine lacks something, `NotPossible` says what: skip.

    with Cluster(standby=True, tls=True) as cluster, Bouncer(cluster) as bouncer, HostNetwork(4) as network:
        database = cluster.add_database()              # with the roles owner and app; cluster.url(database.app, …)
        bouncer.reload()                               # it learns the new roles; bouncer.url(database.app, …)
        network.serve("database", (bouncer.address, bouncer.port))
        host = network.popen(0, [program, cluster.url(database.app, database.name, *network.address(0, "database"))])
        network.partition(0, "database")               # or network.proxy(0, "database").swallow_answers(), .hold() …
        cluster.kill9(), cluster.promote(), bouncer.point_at(), network.heal(0)

`Cluster` is in `postgres`, `Bouncer` in `bouncer`, `FaultProxy` in `proxy`, `HostNetwork` in `namespaces`, `psql(url,
text)` in `clients`. `serve.py` serves them to tests in Swift. `pytest Tests/servers` tests all of it.
"""
