# use_psycopg2.py CONNSTR
#	What programs do with psycopg2 (libpq, text format): parameters, types,
#	errors with their SQLSTATE, named cursors, COPY, transactions, notices.
# Prints one line per check, "ok" or "not ok" and its name.
import datetime
import decimal
import io
import sys
import uuid

import psycopg2
import psycopg2.errors
import psycopg2.extras


def check(good, name):
    print(("ok " if good else "not ok ") + name)


conn = psycopg2.connect(sys.argv[1])
cur = conn.cursor()
psycopg2.extras.register_uuid()
check(conn.server_version // 10000 == 15, "server_version")
check(conn.encoding == "UTF8", "client encoding")

zone = datetime.timezone.utc
values = [
    True, 42, -(2 ** 62), 1.5e300, 0.1, decimal.Decimal("12345678901234567890.123456789"), "text with 'quotes' and \\ and \u00e4\u4e16",
    b"\x00\xffbytes", datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 23, 59, 59, 123456),
    datetime.datetime(2024, 2, 29, 23, 59, 59, 123456, zone), datetime.time(1, 2, 3), datetime.timedelta(days=3, seconds=7),
    uuid.UUID("12345678-1234-5678-1234-567812345678"), None, [1, 2, 3], [["a", "b"], ["c", None]],
]
for value in values:
    cur.execute("SELECT %s::float8" if isinstance(value, float) else "SELECT %s", (value,))
    got = cur.fetchone()[0]
    check(bytes(got) == value if isinstance(value, bytes) else got == value, f"round trip of {value!r}")

cur.execute("CREATE TEMP TABLE t (id serial PRIMARY KEY, name text NOT NULL, n numeric(10,2), at timestamptz DEFAULT now())")
cur.executemany("INSERT INTO t (name, n) VALUES (%s, %s)", [(f"row {i}", decimal.Decimal(i) / 4) for i in range(100)])
psycopg2.extras.execute_values(cur, "INSERT INTO t (name, n) VALUES %s RETURNING id", [(f"more {i}", i) for i in range(250)], fetch=True)
cur.execute("SELECT count(*), sum(n) FROM t")
check(cur.fetchone() == (350, decimal.Decimal("32362.50")), "execute_values")
cur.execute("SELECT id, name, n, at FROM t LIMIT 1")
check([d.name for d in cur.description] == ["id", "name", "n", "at"] and [d.type_code for d in cur.description] == [23, 25, 1700, 1184],
      "description")
check(cur.description[2].precision == 10 and cur.description[2].scale == 2, "type modifier in the description")
conn.commit()

for sql, error, state in [
    ("SELECT 1/0", psycopg2.errors.DivisionByZero, "22012"), ("SELEC 1", psycopg2.errors.SyntaxError, "42601"),
    ("SELECT * FROM nowhere", psycopg2.errors.UndefinedTable, "42P01"),
    ("INSERT INTO t (id, name) VALUES (1, 'again')", psycopg2.errors.UniqueViolation, "23505"),
    ("INSERT INTO t (name) VALUES (NULL)", psycopg2.errors.NotNullViolation, "23502"),
]:
    try:
        cur.execute(sql)
        check(False, sql)
    except error as e:
        check(e.pgcode == state and e.diag.severity == "ERROR", f"{state}: {sql}")
        if state == "23505":
            check(e.diag.constraint_name == "t_pkey" and e.diag.table_name == "t", "fields of a unique violation")
        if state == "23502":
            check(e.diag.column_name == "name", "fields of a not-null violation")
        if state == "42601":
            check(e.diag.statement_position == "1", "position of a syntax error")
    try:
        cur.execute("SELECT 1")
        check(False, "a failed transaction refuses more")
    except psycopg2.errors.InFailedSqlTransaction:
        pass
    conn.rollback()

with conn:
    with conn.cursor("named", withhold=False) as named:
        named.itersize = 7
        named.execute("SELECT i FROM generate_series(1, 100) i")
        check([r[0] for r in named] == list(range(1, 101)), "a named cursor, seven rows at a time")
with conn:
    with conn.cursor("scroller", scrollable=True) as named:
        named.execute("SELECT i FROM generate_series(1, 10) i")
        named.scroll(5)
        check(named.fetchone() == (6,), "scroll forward")
        named.scroll(-3)
        check(named.fetchone() == (4,), "scroll back")

cur.copy_expert("COPY t (name, n) FROM STDIN", io.StringIO("".join(f"copied {i}\t{i}\n" for i in range(1000))))
check(cur.rowcount == 1000, "COPY FROM STDIN")
out = io.StringIO()
cur.copy_expert("COPY (SELECT name FROM t WHERE name LIKE 'copied %' ORDER BY id) TO STDOUT", out)
check(out.getvalue() == "".join(f"copied {i}\n" for i in range(1000)), "COPY TO STDOUT")
conn.rollback()

conn.autocommit = True
cur.execute("SET application_name = 'drivers'")
cur.execute("SELECT application_name FROM pg_stat_activity WHERE pid = %s", (conn.get_backend_pid(),))
check(cur.fetchone() == ("drivers",), "autocommit and pg_stat_activity")
check(conn.get_parameter_status("application_name") == "drivers", "parameter status")
cur.execute("DROP TABLE IF EXISTS never_there")
check(any("does not exist, skipping" in n for n in conn.notices), "notices")
conn.set_session(isolation_level="REPEATABLE READ", readonly=True, autocommit=False)
try:
    cur.execute("CREATE TABLE refused (a int)")
    check(False, "a read-only session refuses")
except psycopg2.errors.ReadOnlySqlTransaction:
    check(True, "a read-only session refuses")
conn.rollback()
conn.cancel()
conn.close()
