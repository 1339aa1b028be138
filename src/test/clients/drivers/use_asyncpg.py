# use_asyncpg.py SOCKET_FOLDER PORT USER
#	What programs do with asyncpg: its own protocol code, binary formats in
#	both directions, prepared statements, pipelines, cursors, binary COPY.
# Prints one line per check, "ok" or "not ok" and its name.
import asyncio
import datetime
import decimal
import io
import ipaddress
import sys
import uuid

import asyncpg


def check(good, name):
    print(("ok " if good else "not ok ") + name)


async def main():
    conn = await asyncpg.connect(host=sys.argv[1], port=int(sys.argv[2]), user=sys.argv[3], database="postgres")
    check(conn.get_server_version().major == 15, "server version")
    zone = datetime.timezone.utc
    for kind, value in [
        ("bool", True), ("int2", -32768), ("int4", 2147483647), ("int8", -(2 ** 63)), ("float4", 0.5), ("float8", 1.7e308),
        ("numeric", decimal.Decimal("-98765432109876543210.000012345")), ("numeric", decimal.Decimal("1E+30")), ("text", "\u00e4 \u4e16 '"), ("varchar", "v"),
        ("bpchar", "b"), ("name", "n"), ('"char"', b"c"), ("bytea", b"\x00\x01\xfe"), ("date", datetime.date(1, 1, 1)), ("date", datetime.date(9999, 12, 31)),
        ("time", datetime.time(23, 59, 59, 999999)), ("timestamp", datetime.datetime(1969, 12, 31, 23, 59, 59, 1)),
        ("timestamptz", datetime.datetime(2038, 1, 19, 3, 14, 8, tzinfo=zone)), ("interval", datetime.timedelta(days=-2, microseconds=5)),
        ("uuid", uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")), ("oid", 4294967295), ("inet", ipaddress.ip_interface("10.1.2.3/24")),
        ("cidr", ipaddress.ip_network("2001:db8::/32")), ("bit varying", asyncpg.BitString("10110")), ("int4[]", [1, None, 3]),
        ("text[]", [["a", "b"], ["c", "d,\"{"]]), ("numeric[]", [decimal.Decimal("0.10"), None]), ("json", '{"a": [1, 2]}'), ("tid", (7, 9)),
        ("xid", 77), ("int8", None),
    ]:
        got = await conn.fetchval(f"SELECT $1::{kind}", value)
        check(got == value, f"binary round trip of {kind} {value!r}")

    row = await conn.fetchrow("SELECT ROW(1, 'two'::text, NULL::int, 4.5::numeric) AS r")
    check(tuple(row["r"]) == (1, "two", None, decimal.Decimal("4.5")), "a record")
    await conn.execute("CREATE TABLE drivers_t (id int PRIMARY KEY, v text, n numeric, at timestamptz)")
    rows = [(i, f"value {i}", decimal.Decimal(i) / 8, datetime.datetime(2024, 1, 1, tzinfo=zone) + datetime.timedelta(hours=i)) for i in range(5000)]
    await conn.copy_records_to_table("drivers_t", records=rows)
    check(await conn.fetchval("SELECT count(*) FROM drivers_t") == 5000, "binary COPY in")
    got = await conn.fetch("SELECT * FROM drivers_t ORDER BY id")
    check([tuple(r) for r in got] == rows, "the rows come back")
    out = io.BytesIO()
    await conn.copy_from_query("SELECT id FROM drivers_t WHERE id < 3 ORDER BY id", output=out, format="csv")
    check(out.getvalue() == b"0\n1\n2\n", "COPY out of a query")
    await conn.executemany("UPDATE drivers_t SET v = $2 WHERE id = $1", [(i, f"new {i}") for i in range(1000)])
    check(await conn.fetchval("SELECT count(*) FROM drivers_t WHERE v LIKE 'new %'") == 1000, "executemany in one pipeline")

    statement = await conn.prepare("SELECT id, v FROM drivers_t WHERE id = ANY($1) ORDER BY id")
    check([p.name for p in statement.get_parameters()] == ["int4[]"] and [a.name for a in statement.get_attributes()] == ["id", "v"],
          "description of a prepared statement")
    check([r["id"] for r in await statement.fetch([3, 1, 99999])] == [1, 3], "an array parameter")
    async with conn.transaction():
        cursor = await conn.cursor("SELECT id FROM drivers_t ORDER BY id")
        first = await cursor.fetch(10)
        await cursor.forward(10)
        check(first[-1]["id"] == 9 and (await cursor.fetchrow())["id"] == 20, "a portal fetched in parts")
        seen = [r["id"] async for r in conn.cursor("SELECT id FROM drivers_t ORDER BY id LIMIT 130", prefetch=50)]
        check(seen == list(range(130)), "a portal with prefetch")
    try:
        async with conn.transaction():
            await conn.execute("INSERT INTO drivers_t (id) VALUES (-1)")
            try:
                async with conn.transaction():
                    await conn.execute("INSERT INTO drivers_t (id) VALUES (1)")
            except asyncpg.UniqueViolationError as e:
                check(e.sqlstate == "23505" and e.constraint_name == "drivers_t_pkey", "an error in a savepoint")
            check(await conn.fetchval("SELECT count(*) FROM drivers_t WHERE id = -1") == 1, "the outer transaction goes on")
            raise KeyError
    except KeyError:
        check(await conn.fetchval("SELECT count(*) FROM drivers_t WHERE id = -1") == 0, "and is rolled back")
    try:
        await conn.fetch("SELECT pg_sleep(30)", timeout=0.3)
        check(False, "a timeout cancels")
    except asyncio.TimeoutError:
        check(await conn.fetchval("SELECT 1") == 1, "a timeout cancels, and the session goes on")
    await conn.execute("ALTER TABLE drivers_t ALTER v TYPE varchar(50)")
    check([r["id"] for r in await conn.fetch("SELECT id, v FROM drivers_t WHERE id = ANY($1) ORDER BY id", [5])] == [5],
          "a statement prepared before its table changed")
    others = await asyncio.gather(*[asyncpg.connect(host=sys.argv[1], port=int(sys.argv[2]), user=sys.argv[3], database="postgres") for _ in range(5)])
    sums = await asyncio.gather(*[c.fetchval("SELECT sum(id) FROM drivers_t WHERE id % 5 = $1", i) for i, c in enumerate(others)])
    check(sum(sums) == sum(range(5000)), "five sessions at once")
    for c in others:
        await c.close()
    await conn.execute("DROP TABLE drivers_t")
    await conn.close()


asyncio.run(main())
