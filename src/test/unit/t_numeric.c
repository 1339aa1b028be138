/*
 * t_numeric.c
 *		Numeric: arithmetic, rounding, roots, powers, hashing.
 *
 * One line per call, chosen at random from some thousands.
 * Expected values were taken from PostgreSQL 15.20.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_numeric.c
 */
#include "sqlcall.h"

static const SqlCall calls[] = {
	{"numeric_abs", "numeric_out", "98765432109876543210.0123456789", {"numeric_in", "-98765432109876543210.0123456789"}},
	{"numeric_abs", "numeric_out", "0.000000000000000000001", {"numeric_in", "0.000000000000000000001"}},
	{"numeric_abs", "numeric_out", "9999.9999", {"numeric_in", "9999.9999"}},
	{"numeric_ceil", "numeric_out", "1024", {"numeric_in", "1024"}},
	{"numeric_ceil", "numeric_out", "7", {"numeric_in", "7"}},
	{"numeric_ceil", "numeric_out", "9223372036854775807", {"numeric_in", "9223372036854775807"}},
	{"numeric_div_trunc", "numeric_out", "0", {"numeric_in", "10000", "numeric_in", "9223372036854775807"}},
	{"numeric_div_trunc", "numeric_out", "-1000000000000000000000000000000", {"numeric_in", "1000000000000000000000000000000.5", "numeric_in", "-1"}},
	{"numeric_div_trunc", "numeric_out", "0", {"numeric_in", "2", "numeric_in", "7"}},
	{"numeric_exp", "numeric_out", "0.0000000000000000000003582922293768350", {"numeric_in", "-49.3806932952588"}},
	{"numeric_exp", "numeric_out", "1482678.0443318899", {"numeric_in", "14.2093605"}},
	{"numeric_exp", "numeric_out", "4529.0161071625495", {"numeric_in", "8.41826"}},
	{"numeric_float4", "float4out", "1.1", {"numeric_in", "1.1"}},
	{"numeric_float4", "float4out", "1234.5677", {"numeric_in", "1234.5678"}},
	{"numeric_float4", "float4out", "22003 \"100000000000000000000000000000000000000000000000000\" is out of range for type real", {"numeric_in", "1e50"}},
	{"numeric_float8", "float8out", "0.0001", {"numeric_in", "0.0001"}},
	{"numeric_float8", "float8out", "123456789.98765433", {"numeric_in", "123456789.987654321"}},
	{"numeric_float8", "float8out", "2", {"numeric_in", "2"}},
	{"numeric_floor", "numeric_out", "-Infinity", {"numeric_in", "-Infinity"}},
	{"numeric_floor", "numeric_out", "0", {"numeric_in", "0"}},
	{"numeric_floor", "numeric_out", "0", {"numeric_in", "0.1"}},
	{"numeric_gcd", "numeric_out", "1", {"numeric_in", "-1", "numeric_in", "2"}},
	{"numeric_gcd", "numeric_out", "NaN", {"numeric_in", "1", "numeric_in", "Infinity"}},
	{"numeric_gcd", "numeric_out", "1", {"numeric_in", "100", "numeric_in", "99999"}},
	{"hash_numeric", "int4out", "1324868424", {"numeric_in", "1"}},
	{"hash_numeric", "int4out", "1865467032", {"numeric_in", "1.1"}},
	{"hash_numeric", "int4out", "2143317872", {"numeric_in", "4"}},
	{"hash_numeric_extended", "int8out", "-3344253546866808588", {"numeric_in", "206702746729014430566158.74981001647226357", "int8in", "1"}},
	{"hash_numeric_extended", "int8out", "-3726110123143295065", {"numeric_in", "2177131677383616231130568.01528237831798742", "int8in", "1"}},
	{"hash_numeric_extended", "int8out", "-1397397062384578147", {"numeric_in", "614315676576742429931644.641977", "int8in", "4"}},
	{"numeric_int4", "int4out", "1", {"numeric_in", "1.05"}},
	{"numeric_int4", "int4out", "0", {"numeric_in", "2e-7"}},
	{"numeric_int4", "int4out", "3", {"numeric_in", "3"}},
	{"numeric_int8", "int8out", "0A000 cannot convert infinity to bigint", {"numeric_in", "-Infinity"}},
	{"numeric_int8", "int8out", "10000", {"numeric_in", "10000"}},
	{"numeric_int8", "int8out", "99999", {"numeric_in", "99999"}},
	{"numeric_lcm", "numeric_out", "1.0000", {"numeric_in", "0.0001", "numeric_in", "1"}},
	{"numeric_lcm", "numeric_out", "0.00", {"numeric_in", "0.9", "numeric_in", "0.00"}},
	{"numeric_lcm", "numeric_out", "9876543210987654321001234567890.0000000000", {"numeric_in", "10", "numeric_in", "-98765432109876543210.0123456789"}},
	{"numeric_ln", "numeric_out", "6.9314718055994531", {"numeric_in", "1024"}},
	{"numeric_ln", "numeric_out", "35.08357474714145597600930", {"numeric_in", "1724260654003838.68467823168620769863470"}},
	{"numeric_ln", "numeric_out", "66.773515759784957", {"numeric_in", "99854911650826157853044394938.8"}},
	{"numeric_log", "numeric_out", "2201E cannot take logarithm of a negative number", {"numeric_in", "-Infinity", "numeric_in", "-0.5"}},
	{"numeric_log", "numeric_out", "0.0000000000000000", {"numeric_in", "0.1", "numeric_in", "1"}},
	{"numeric_log", "numeric_out", "NaN", {"numeric_in", "NaN", "numeric_in", "10"}},
	{"numeric_min_scale", "int4out", "21", {"numeric_in", "0.000000000000000000001"}},
	{"numeric_min_scale", "int4out", "4", {"numeric_in", "0.0001"}},
	{"numeric_min_scale", "int4out", "0", {"numeric_in", "9223372036854775807"}},
	{"numeric_add", "numeric_out", "-477694207067600174818749103132.06316337561853771705", {"numeric_in", "-477885853685985765355438185747.560952", "numeric_in", "191646618385590536689082615.49778862438146228295"}},
	{"numeric_add", "numeric_out", "-933746600830318749969663.406506698405359762076469954966", {"numeric_in", "-933746600830318749971756.106506698405359762076469954966", "numeric_in", "2092.7"}},
	{"numeric_add", "numeric_out", "100000000000000000000000000000000000000000000000000.00", {"numeric_in", "0.00", "numeric_in", "1e50"}},
	{"numeric_cmp", "int4out", "0", {"numeric_in", "-0.5", "numeric_in", "-0.5"}},
	{"numeric_cmp", "int4out", "-1", {"numeric_in", "1.05", "numeric_in", "3"}},
	{"numeric_cmp", "int4out", "1", {"numeric_in", "1.1", "numeric_in", "-Infinity"}},
	{"numeric_div", "numeric_out", "0.0000000085050000093555000094", {"numeric_in", "1.05", "numeric_in", "123456789.987654321"}},
	{"numeric_div", "numeric_out", "22012 division by zero", {"numeric_in", "1.5", "numeric_in", "0"}},
	{"numeric_div", "numeric_out", "123.4567800000000000", {"numeric_in", "1234.5678", "numeric_in", "10"}},
	{"numeric_larger", "numeric_out", "0.000000000000000000001", {"numeric_in", "-98765432109876543210.0123456789", "numeric_in", "0.000000000000000000001"}},
	{"numeric_larger", "numeric_out", "NaN", {"numeric_in", "0.1", "numeric_in", "NaN"}},
	{"numeric_larger", "numeric_out", "123456789.987654321", {"numeric_in", "1234.5678", "numeric_in", "123456789.987654321"}},
	{"numeric_mod", "numeric_out", "-4239592.91906696771910543216130363902", {"numeric_in", "-4239592.91906696771910543216130363902", "numeric_in", "3949071277122062681.762692457"}},
	{"numeric_mod", "numeric_out", "22012 division by zero", {"numeric_in", "0.000000000000000000001", "numeric_in", "0"}},
	{"numeric_mod", "numeric_out", "0.00000000000000000000000000000000000000000000000000", {"numeric_in", "1.1", "numeric_in", "1e-50"}},
	{"numeric_mul", "numeric_out", "999.99999", {"numeric_in", "0.1", "numeric_in", "9999.9999"}},
	{"numeric_mul", "numeric_out", "3.0", {"numeric_in", "1.5", "numeric_in", "2"}},
	{"numeric_mul", "numeric_out", "799191411661642518575300787.9425125405919648", {"numeric_in", "36455315.869406626051552", "numeric_in", "21922493128973970809.9"}},
	{"numeric_sub", "numeric_out", "-4.14159265358979", {"numeric_in", "-1", "numeric_in", "3.14159265358979"}},
	{"numeric_sub", "numeric_out", "1572832932935259589196176001202.920239792374701643894149042329", {"numeric_in", "1572832932935259589196175939596.720239792374701643894149042329", "numeric_in", "-61606.2"}},
	{"numeric_sub", "numeric_out", "45610449852047955246969404314.312910216263832", {"numeric_in", "45610449852100119024071436647.709568208827262", "numeric_in", "52163777102032333.39665799256343"}},
	{"numeric_uminus", "numeric_out", "Infinity", {"numeric_in", "-Infinity"}},
	{"numeric_uminus", "numeric_out", "-1", {"numeric_in", "1"}},
	{"numeric_uminus", "numeric_out", "-9223372036854775807", {"numeric_in", "9223372036854775807"}},
	{"numeric_uplus", "numeric_out", "1500", {"numeric_in", "1.5e3"}},
	{"numeric_uplus", "numeric_out", "22P02 invalid input syntax for type numeric: \"infinityx\"", {"numeric_in", "infinityx"}},
	{"numeric_uplus", "numeric_out", "NaN", {"numeric_in", "nan"}},
	{"numeric_power", "numeric_out", "1", {"numeric_in", "-Infinity", "numeric_in", "0"}},
	{"numeric_power", "numeric_out", "Infinity", {"numeric_in", "0.5", "numeric_in", "-Infinity"}},
	{"numeric_power", "numeric_out", "93693590.377192738", {"numeric_in", "17.140", "numeric_in", "6.46"}},
	{"numeric_round", "numeric_out", "0", {"numeric_in", "0.1", "int4in", "0"}},
	{"numeric_round", "numeric_out", "100000000000000000000000000000000000000000000000000", {"numeric_in", "1e50", "int4in", "-2"}},
	{"numeric_scale", "int4out", "2", {"numeric_in", "0.00"}},
	{"numeric_scale", "int4out", "0", {"numeric_in", "1"}},
	{"numeric_sign", "numeric_out", "1", {"numeric_in", "1e50"}},
	{"numeric_sign", "numeric_out", "1", {"numeric_in", "3.14159265358979"}},
	{"numeric_sqrt", "numeric_out", "113710189.2190638216", {"numeric_in", "12930007132235298.1517665516"}},
	{"numeric_sqrt", "numeric_out", "99.999999499999999", {"numeric_in", "9999.9999"}},
	{"numeric_trim_scale", "numeric_out", "-0.5", {"numeric_in", "-0.5"}},
	{"numeric_trim_scale", "numeric_out", "100000000000000000000000000000000000000000000000000", {"numeric_in", "1e50"}},
	{"numeric_trunc", "numeric_out", "-Infinity", {"numeric_in", "-Infinity", "int4in", "2"}},
	{"numeric_trunc", "numeric_out", "0.000000200000000000000000000000", {"numeric_in", "2e-7", "int4in", "30"}}};

int
main(void)
{
	sqlcall_init("GMT");
	for (size_t i = 0; i < lengthof(calls); i++)
		check_call(&calls[i]);
	return done_testing();
}
