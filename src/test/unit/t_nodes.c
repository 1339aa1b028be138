/*
 * t_nodes.c
 *		Trees of a stock PostgreSQL 15 server, read and printed again.
 *
 * The texts are pg_attrdef.adbin, pg_constraint.conbin, pg_index.indpred and
 * pg_class.relpartbound of small tables, as a 15.20 server stored them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_nodes.c
 */
#include "tap.h"

#include "lib/stringinfo.h"
#include "nodes/parsenodes.h"

extern bool restore_location_fields;

static const char *const trees[] = {
	"{CONST :consttype 23 :consttypmod -1 :constcollid 0 :constlen 4 :constbyval true :constisnull "
	"false :location 31 :constvalue 4 [ 5 0 0 0 0 0 0 0 ]}",
	"{ARRAYEXPR :array_typeid 1007 :array_collid 0 :element_typeid 23 :elements ({CONST :consttype "
	"23 :consttypmod -1 :constcollid 0 :constlen 4 :constbyval true :constisnull false :location "
	"133 :constvalue 4 [ 1 0 0 0 0 0 0 0 ]} {CONST :consttype 23 :consttypmod -1 :constcollid 0 "
	":constlen 4 :constbyval true :constisnull false :location 135 :constvalue 4 [ 2 0 0 0 0 0 "
	"0 0 ]}) :multidims false :location 127}",
	"{FUNCEXPR :funcid 1299 :funcresulttype 1184 :funcretset false :funcvariadic false :funcformat "
	"0 :funccollid 0 :inputcollid 0 :args <> :location 161}",
	"{OPEXPR :opno 531 :opfuncid 157 :opresulttype 16 :opretset false :opcollid 0 :inputcollid "
	"100 :args ({VAR :varno 1 :varattno 2 :vartype 25 :vartypmod -1 :varcollid 100 :varlevelsup "
	"0 :varnosyn 1 :varattnosyn 2 :location 48} {CONST :consttype 25 :consttypmod -1 :constcollid "
	"100 :constlen -1 :constbyval false :constisnull false :location 53 :constvalue 11 [ 44 0 0 "
	"0 120 32 121 32 40 122 41 ]}) :location 50}",
	"{BOOLEXPR :boolop and :args ({OPEXPR :opno 521 :opfuncid 147 :opresulttype 16 :opretset false "
	":opcollid 0 :inputcollid 0 :args ({VAR :varno 1 :varattno 1 :vartype 23 :vartypmod -1 :varcollid "
	"0 :varlevelsup 0 :varnosyn 1 :varattnosyn 1 :location 38} {CONST :consttype 23 :consttypmod "
	"-1 :constcollid 0 :constlen 4 :constbyval true :constisnull false :location 42 :constvalue "
	"4 [ 3 0 0 0 0 0 0 0 ]}) :location 40} {OPEXPR :opno 1209 :opfuncid 850 :opresulttype 16 :opretset "
	"false :opcollid 0 :inputcollid 100 :args ({VAR :varno 1 :varattno 2 :vartype 25 :vartypmod "
	"-1 :varcollid 100 :varlevelsup 0 :varnosyn 1 :varattnosyn 2 :location 48} {CONST :consttype "
	"25 :consttypmod -1 :constcollid 100 :constlen -1 :constbyval false :constisnull false :location "
	"55 :constvalue 6 [ 24 0 0 0 113 37 ]}) :location 50}) :location -1}",
	"{PARTITIONBOUNDSPEC :strategy l :is_default false :modulus 0 :remainder 0 :listdatums ({CONST "
	":consttype 23 :consttypmod -1 :constcollid 0 :constlen 4 :constbyval true :constisnull false "
	":location 48 :constvalue 4 [ 1 0 0 0 0 0 0 0 ]} {CONST :consttype 23 :consttypmod -1 :constcollid "
	"0 :constlen 4 :constbyval true :constisnull false :location 50 :constvalue 4 [ 2 0 0 0 0 0 "
	"0 0 ]}) :lowerdatums <> :upperdatums <> :location 44}",
	"{PARTITIONBOUNDSPEC :strategy l :is_default true :modulus 0 :remainder 0 :listdatums <> :lowerdatums "
	"<> :upperdatums <> :location 33}",
	"{PARTITIONBOUNDSPEC :strategy r :is_default false :modulus 0 :remainder 0 :listdatums <> :lowerdatums "
	"({PARTITIONRANGEDATUM :kind 0 :value {CONST :consttype 23 :consttypmod -1 :constcollid 0 :constlen "
	"4 :constbyval true :constisnull false :location 50 :constvalue 4 [ 1 0 0 0 0 0 0 0 ]} :location "
	"50}) :upperdatums ({PARTITIONRANGEDATUM :kind 1 :value <> :location 57}) :location 44}",
};

int
main(void)
{
	StringInfoData buf;
	Node *node;

	unit_init();
	restore_location_fields = true;
	for (int i = 0; i < lengthof(trees); i++)
	{
		node = stringToNode(trees[i]);
		is_str(nodeToString(node), trees[i], "a stored tree prints as it was read");
		ok(equal(node, copyObject(node)), "and equals its copy");
	}

	restore_location_fields = false;
	node = stringToNode(trees[0]);
	ok(strstr(nodeToString(node), ":location -1") != NULL, "locations are dropped otherwise");

	initStringInfo(&buf);
	outToken(&buf, "a b(c)\\");
	is_str(buf.data, "a\\ b\\(c\\)\\\\", "delimiters are protected");
	resetStringInfo(&buf);
	outToken(&buf, "-1");
	is_str(buf.data, "\\-1", "so is what looks like a number");
	node = stringToNode("(\"a\\ b\" 42 -7 4.5 true b101 <> (i 1 2) (o 4000000000) ())");
	is_str(nodeToString(node), "(\"a\\ b\" 42 -7 4.5 true b101 <> (i 1 2) (o 4000000000) <>)",
		   "values and lists of all kinds survive");
	return done_testing();
}
