# module.t
#	A loadable module is built with the installed headers alone, outside of the
#	source tree: C functions by CREATE FUNCTION, a method of wal_compression by
#	shared_preload_libraries, as doc/wal-codec-module.md says.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my ($prefix) = Narwal::Cluster::narwal_bin() =~ m,(.*)/bin$,;
my $headers = "$prefix/include/postgresql/server";
my $c = Narwal::Cluster->new('module')->init;
my $source = $c->dir . '/try_module.c';
my $module = $c->dir . '/try_module.so';
Narwal::Cluster::spew($source, <<'C');
#include "postgres.h"

#include "access/xlogformat.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"

PG_MODULE_MAGIC;
PG_FUNCTION_INFO_V1(try_sum);
PG_FUNCTION_INFO_V1(try_join);

Datum try_sum(PG_FUNCTION_ARGS);
Datum try_join(PG_FUNCTION_ARGS);
void _PG_init(void);

Datum
try_sum(PG_FUNCTION_ARGS)
{
	int64 a = PG_GETARG_INT32(0);

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("a null")));
	PG_RETURN_INT64(a + PG_GETARG_INT32(1));
}

Datum
try_join(PG_FUNCTION_ARGS)
{
	char *a = text_to_cstring(PG_GETARG_TEXT_PP(0));

	PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s, type %u", a, TEXTOID)));
}

/* Pairs of a count and a byte. */
static int
run_bound(int len)
{
	return 2 * len;
}

static int
run_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	int used = 0;

	for (int i = 0, n; i < len; i += n)
	{
		for (n = 1; n < 255 && i + n < len && src[i + n] == src[i]; n++)
			;
		if (used + 2 > dstlen)
			return -1;
		dst[used++] = (char) n;
		dst[used++] = src[i];
	}
	return used;
}

static bool
run_decompress(const char *src, int len, char *dst, int rawlen)
{
	int made = 0;

	for (int i = 0; i + 1 < len; i += 2)
	{
		int n = (unsigned char) src[i];

		if (n > rawlen - made)
			return false;
		memset(dst + made, src[i + 1], n);
		made += n;
	}
	return made == rawlen;
}

static const WalImageCodec codec = {
	.name = "runs", .label = "runs", .id = 30,
	.bound = run_bound, .compress = run_compress, .decompress = run_decompress,
};

void
_PG_init(void)
{
	if (process_shared_preload_libraries_in_progress)
		RegisterWalImageCodec(&codec);
}
C
my ($rc, $out, $err) = Narwal::Cluster::run_command('cc', '-O1', '-Wall', '-Werror', '-fPIC', '-shared', '-I', $headers, '-o', $module, $source);
is($rc, 0, 'a module compiles with the installed headers, without warnings') or diag($err);

$c->start;
$c->sql("CREATE FUNCTION try_sum(int, int) RETURNS bigint AS '$module' LANGUAGE C;
CREATE FUNCTION try_join(text) RETURNS text AS '$module' LANGUAGE C STRICT");
is($c->value('SELECT try_sum(2147483647, 1)'), '2147483648', 'its function runs');
is($c->value("SELECT try_join('text')"), 'text, type 25', 'it uses the catalog headers and the server');
($rc, $out, $err) = $c->psql('\set VERBOSITY verbose' . "\nSELECT try_sum(NULL, 1)");
like($err, qr/22004.*a null/, 'its errors are the server\'s');

$c->append_conf("shared_preload_libraries = '$module'\nwal_format = extended\nwal_compression = runs");
$c->restart;
is($c->value('SHOW wal_compression'), 'runs', 'its method of wal_compression can be set');
$c->sql("CREATE TABLE t (k int PRIMARY KEY, v text); INSERT INTO t SELECT i, repeat('v', 500) FROM generate_series(1, 1000) i; CHECKPOINT; UPDATE t SET v = v || '.'");
$c->kill9;
my $conf = Narwal::Cluster::slurp($c->data_dir . '/postgresql.conf');
$c->append_conf("shared_preload_libraries = ''\nwal_compression = off");
ok(!$c->start(may_fail => 1), 'without it recovery stops');
like(Narwal::Cluster::slurp($c->log_file), qr/\bruns\b/, 'and names the method');
Narwal::Cluster::spew($c->data_dir . '/postgresql.conf', $conf);
$c->start;
is($c->value("SELECT count(*) FROM t WHERE v = repeat('v', 500) || '.'"), '1000', 'with it the log is replayed');
$c->stop;
done_testing();
