/*
 * t_network.c
 *		Network addresses and the json checker.
 *
 * Functions of inet, and what json accepts.
 * Expected values were taken from PostgreSQL 15.20.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_network.c
 */
#include "sqlcall.h"

static const SqlCall calls[] = {
	{"inet_abbrev", "textout", "22P02 invalid input syntax for type inet: \"\"", {"inet_in", ""}},
	{"inet_abbrev", "textout", "22P02 invalid input syntax for type inet: \"10\"", {"inet_in", "10"}},
	{"inet_abbrev", "textout", "22P02 invalid input syntax for type inet: \"192.168\"", {"inet_in", "192.168"}},
	{"inet_abbrev", "textout", "192.168.1.5", {"inet_in", "192.168.1.5"}},
	{"inet_abbrev", "textout", "192.168.1.5/0", {"inet_in", "192.168.1.5/0"}},
	{"inet_abbrev", "textout", "2001:db8::/32", {"inet_in", "2001:db8::/32"}},
	{"inet_abbrev", "textout", "22P02 invalid input syntax for type inet: \"300.1.1.1\"", {"inet_in", "300.1.1.1"}},
	{"inet_abbrev", "textout", "::1", {"inet_in", "::1"}},
	{"network_family", "int4out", "4", {"inet_in", "0.0.0.0/0"}},
	{"network_family", "int4out", "22P02 invalid input syntax for type inet: \"1.2.3.4/33\"", {"inet_in", "1.2.3.4/33"}},
	{"network_family", "int4out", "4", {"inet_in", "192.168.1.5/0"}},
	{"network_family", "int4out", "6", {"inet_in", "2001:db8::/32"}},
	{"network_family", "int4out", "22P02 invalid input syntax for type inet: \"300.1.1.1\"", {"inet_in", "300.1.1.1"}},
	{"network_family", "int4out", "6", {"inet_in", "::ffff:1.2.3.4"}},
	{"network_family", "int4out", "6", {"inet_in", "fe80::1/64"}},
	{"hashinet", "int4out", "22P02 invalid input syntax for type inet: \"\"", {"inet_in", ""}},
	{"hashinet", "int4out", "-1053905972", {"inet_in", "0.0.0.0/0"}},
	{"hashinet", "int4out", "22P02 invalid input syntax for type inet: \"1.2.3.4/33\"", {"inet_in", "1.2.3.4/33"}},
	{"hashinet", "int4out", "22P02 invalid input syntax for type inet: \"192.168\"", {"inet_in", "192.168"}},
	{"hashinet", "int4out", "-1013336768", {"inet_in", "255.255.255.255/32"}},
	{"hashinet", "int4out", "22P02 invalid input syntax for type inet: \"300.1.1.1\"", {"inet_in", "300.1.1.1"}},
	{"hashinet", "int4out", "22P02 invalid input syntax for type inet: \"abc\"", {"inet_in", "abc"}},
	{"network_host", "textout", "22P02 invalid input syntax for type inet: \"10.1\"", {"inet_in", "10.1"}},
	{"network_host", "textout", "22P02 invalid input syntax for type inet: \"192.168\"", {"inet_in", "192.168"}},
	{"network_host", "textout", "192.168.1.5", {"inet_in", "192.168.1.5"}},
	{"network_host", "textout", "192.168.1.5", {"inet_in", "192.168.1.5/0"}},
	{"network_host", "textout", "22P02 invalid input syntax for type inet: \"300.1.1.1\"", {"inet_in", "300.1.1.1"}},
	{"network_host", "textout", "::1", {"inet_in", "::1"}},
	{"network_host", "textout", "fe80::1", {"inet_in", "fe80::1/64"}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "01"}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "1."}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "nul"}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "truex"}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "{\"a\":1,}"}},
	{"json_typeof", "textout", "22P02 invalid input syntax for type json", {"json_in", "{a:1}"}},
	{"json_typeof", "textout", "object", {"json_in", "{}"}},
	{"network_masklen", "int4out", "0", {"inet_in", "0.0.0.0/0"}},
	{"network_masklen", "int4out", "8", {"inet_in", "10.0.0.0/8"}},
	{"network_masklen", "int4out", "0", {"inet_in", "192.168.1.5/0"}},
	{"network_masklen", "int4out", "24", {"inet_in", "192.168.1.5/24"}},
	{"network_masklen", "int4out", "32", {"inet_in", "2001:db8::/32"}},
	{"network_masklen", "int4out", "128", {"inet_in", "::ffff:1.2.3.4"}},
	{"network_masklen", "int4out", "64", {"inet_in", "fe80::1/64"}},
	{"network_sub", "boolout", "22P02 invalid input syntax for type inet: \"\"", {"inet_in", "", "inet_in", "::1"}},
	{"network_sub", "boolout", "22P02 invalid input syntax for type inet: \"1.2.3.4/33\"", {"inet_in", "1.2.3.4/33", "inet_in", "10.0.0.0/8"}},
	{"network_sub", "boolout", "22P02 invalid input syntax for type inet: \"10\"", {"inet_in", "192.168.1.5", "inet_in", "10"}},
	{"network_sub", "boolout", "f", {"inet_in", "192.168.1.5", "inet_in", "::1"}},
	{"network_sub", "boolout", "f", {"inet_in", "192.168.1.5/24", "inet_in", "10.0.0.0/8"}},
	{"network_sub", "boolout", "22P02 invalid input syntax for type inet: \"10\"", {"inet_in", "255.255.255.255/32", "inet_in", "10"}},
	{"network_sub", "boolout", "22P02 invalid input syntax for type inet: \"10\"", {"inet_in", "::ffff:1.2.3.4", "inet_in", "10"}}};

int
main(void)
{
	sqlcall_init("GMT");
	for (size_t i = 0; i < lengthof(calls); i++)
		check_call(&calls[i]);
	return done_testing();
}
