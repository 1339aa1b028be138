/*
 * t_formatting.c
 *		to_char, to_date, to_timestamp and to_number.
 *
 * Templates of dates and of numbers.
 * Expected values were taken from PostgreSQL 15.20.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_formatting.c
 */
#include "sqlcall.h"

static const SqlCall calls[] = {
	{"float8_to_char", "textout", "###############", {"float8in", "-0.1", "textin", "rn"}},
	{"float8_to_char", "textout", "  0+", {"float8in", "0.5", "textin", "999S"}},
	{"float8_to_char", "textout", " 123.5", {"float8in", "123.456", "textin", "999D9"}},
	{"float8_to_char", "textout", " 123", {"float8in", "123.456", "textin", "B999"}},
	{"float8_to_char", "textout", " 148th", {"float8in", "148.5", "textin", "999th"}},
	{"float8_to_char", "textout", "", {"float8in", "1e10", "textin", ""}},
	{"float8_to_char", "textout", " #.#", {"float8in", "1e10", "textin", "9.9"}},
	{"float8_to_char", "textout", "485.00", {"float8in", "485", "textin", "FM999990.0099"}},
	{"float8_to_char", "textout", "### ", {"float8in", "99999", "textin", "999MI"}},
	{"int4_to_char", "textout", "-0012", {"int4in", "-12", "textin", "0000"}},
	{"int4_to_char", "textout", "  -12", {"int4in", "-12", "textin", "9999"}},
	{"int4_to_char", "textout", " 0000", {"int4in", "0", "textin", "0000"}},
	{"int4_to_char", "textout", "  .00", {"int4in", "0", "textin", "9.99"}},
	{"int4_to_char", "textout", " 0001", {"int4in", "1", "textin", "0000"}},
	{"int4_to_char", "textout", " ##", {"int4in", "2147483647", "textin", "99th"}},
	{"int4_to_char", "textout", "###############", {"int4in", "2147483647", "textin", "RN"}},
	{"int4_to_char", "textout", " #.##", {"int4in", "485", "textin", "9.99"}},
	{"int4_to_char", "textout", " ##", {"int4in", "485", "textin", "99th"}},
	{"int8_to_char", "textout", "-0012", {"int8in", "-12", "textin", "0000"}},
	{"int8_to_char", "textout", "###############", {"int8in", "-12", "textin", "RN"}},
	{"int8_to_char", "textout", "###############", {"int8in", "0", "textin", "RN"}},
	{"int8_to_char", "textout", "    1", {"int8in", "1", "textin", "9999"}},
	{"int8_to_char", "textout", "  1st", {"int8in", "1", "textin", "99th"}},
	{"int8_to_char", "textout", " ####", {"int8in", "2147483647", "textin", "0000"}},
	{"int8_to_char", "textout", "####", {"int8in", "2147483647", "textin", "FM9999"}},
	{"int8_to_char", "textout", "+###", {"int8in", "2147483647", "textin", "S999"}},
	{"int8_to_char", "textout", "  485", {"int8in", "485", "textin", "9999"}},
	{"interval_to_char", "textout", "00", {"interval_in", "-1 day", "textin", "CC"}},
	{"interval_to_char", "textout", "", {"interval_in", "-1 day", "textin", "RM"}},
	{"interval_to_char", "textout", "0", {"interval_in", "-1 day", "textin", "SSSS"}},
	{"interval_to_char", "textout", "0000-00--1 00:00:00", {"interval_in", "-1 day", "textin", "YYYY-MM-DD HH24:MI:SS"}},
	{"interval_to_char", "textout", "II  ", {"interval_in", "1 year 2 months 3 days 04:05:06.7", "textin", "RM"}},
	{"interval_to_char", "textout", "450", {"interval_in", "15 mons", "textin", "DDD"}},
	{"interval_to_char", "textout", "01 03", {"interval_in", "15 mons", "textin", "YY MM"}},
	{"interval_to_char", "textout", "000", {"interval_in", "36:00:00", "textin", "DDD"}},
	{"interval_to_char", "textout", "12:00", {"interval_in", "36:00:00", "textin", "HH12:MI"}},
	{"numeric_to_char", "textout", "-1", {"numeric_in", "-1", "textin", "FM9,999,999"}},
	{"numeric_to_char", "textout", " -12.5", {"numeric_in", "-12.5", "textin", "999D9"}},
	{"numeric_to_char", "textout", "0.00", {"numeric_in", "0", "textin", "FM999990.0099"}},
	{"numeric_to_char", "textout", "0", {"numeric_in", "0", "textin", "FM999PR"}},
	{"numeric_to_char", "textout", " 01.00", {"numeric_in", "1", "textin", "00.00"}},
	{"numeric_to_char", "textout", "###+", {"numeric_in", "1234567.891", "textin", "999S"}},
	{"numeric_to_char", "textout", " 149", {"numeric_in", "148.5", "textin", "B999"}},
	{"numeric_to_char", "textout", "  149", {"numeric_in", "148.5", "textin", "L999"}},
	{"numeric_to_char", "textout", " # # #", {"numeric_in", "3999", "textin", "9 9 9"}},
	{"timestamp_to_char", "textout", "BC B.C. bc", {"timestamp_in", "0044-03-15 12:00 BC", "textin", "BC B.C. ad"}},
	{"timestamp_to_char", "textout", "00440315", {"timestamp_in", "0044-03-15 12:00 BC", "textin", "YYYYMMDD"}},
	{"timestamp_to_char", "textout", "12/31/99", {"timestamp_in", "1999-12-31 23:59:59", "textin", "FMMM/FMDD/YY"}},
	{"timestamp_to_char", "textout", "19991231", {"timestamp_in", "1999-12-31 23:59:59", "textin", "YYYYMMDD"}},
	{"timestamp_to_char", "textout", "FEBRUARY  February  february  FEB Feb feb", {"timestamp_in", "2001-02-03 04:05:06.789012", "textin", "MONTH Month month MON Mon mon"}},
	{"timestamp_to_char", "textout", "01st 1st 01ST", {"timestamp_in", "2005-01-01 13:30:00", "textin", "DDth FMDDth DDTH"}},
	{"timestamp_to_char", "textout", "1/1/05", {"timestamp_in", "2005-01-01 13:30:00", "textin", "FMMM/FMDD/YY"}},
	{"timestamp_to_char", "textout", "01:30 PM pm P.M. p.m.", {"timestamp_in", "2005-01-01 13:30:00", "textin", "HH:MI AM am A.M. p.m."}},
	{"timestamp_to_char", "textout", "000000", {"timestamp_in", "2024-02-29 00:00", "textin", "HH24MISS"}},
	{"timestamptz_to_char", "textout", "BC B.C. bc", {"timestamptz_in", "0044-03-15 12:00 BC", "textin", "BC B.C. ad"}},
	{"timestamptz_to_char", "textout", "a1999\"b", {"timestamptz_in", "1999-12-31 23:59:59", "textin", "\"a\"YYYY\\\"b"}},
	{"timestamptz_to_char", "textout", "1999-12-31 23:59:59.000000", {"timestamptz_in", "1999-12-31 23:59:59", "textin", "YYYY-MM-DD HH24:MI:SS.US"}},
	{"timestamptz_to_char", "textout", "a2001\"b", {"timestamptz_in", "2001-02-03 04:05:06.789012", "textin", "\"a\"YYYY\\\"b"}},
	{"timestamptz_to_char", "textout", "1 1 05 05 034 034 2451944 21", {"timestamptz_in", "2001-02-03 04:05:06.789012", "textin", "Q W WW IW DDD IDDD J CC"}},
	{"timestamptz_to_char", "textout", "Saturday, 1  01:30:00", {"timestamptz_in", "2005-01-01 13:30:00", "textin", "FMDay, FMDD  HH12:MI:SS"}},
	{"timestamptz_to_char", "textout", "a2024\"b", {"timestamptz_in", "2024-02-29 00:00", "textin", "\"a\"YYYY\\\"b"}},
	{"timestamptz_to_char", "textout", "2024-02-29 00:00:00", {"timestamptz_in", "2024-02-29 00:00", "textin", "YYYY-MM-DD HH24:MI:SS"}},
	{"timestamptz_to_char", "textout", "2024-02-29 00:00:00.000000", {"timestamptz_in", "2024-02-29 00:00", "textin", "YYYY-MM-DD HH24:MI:SS.US"}},
	{"to_date", "date_out", "0001-01-01 BC", {"textin", "", "textin", "YYYY"}},
	{"to_date", "date_out", "2000-12-05", {"textin", "05 Dec 2000", "textin", "DD Mon YYYY"}},
	{"to_date", "date_out", "2001-01-01", {"textin", "1", "textin", "Y"}},
	{"to_date", "date_out", "2000-06-01", {"textin", "2000    JUN", "textin", "YYYY MON"}},
	{"to_date", "date_out", "22008 date/time field value out of range: \"2000-02-30\"", {"textin", "2000-02-30", "textin", "YYYY-MM-DD"}},
	{"to_date", "date_out", "2010-01-05", {"textin", "2010 1 5", "textin", "YYYY-MM-DD"}},
	{"to_date", "date_out", "2011-12-18", {"textin", "2011-12-18 23:38:15.678", "textin", "YYYY-MM-DD HH24:MI:SS.MS"}},
	{"to_date", "date_out", "2001-05-01", {"textin", "5 2001", "textin", "MM YYYY"}},
	{"to_date", "date_out", "1997-02-16", {"textin", "97/Feb/16", "textin", "YY/Mon/DD"}},
	{"numeric_to_number", "numeric_out", "22P02 invalid input syntax for type numeric: \" \"", {"textin", "", "textin", "99"}},
	{"numeric_to_number", "numeric_out", "1234.56", {"textin", "$1,234.56", "textin", "L9,999.99"}},
	{"numeric_to_number", "numeric_out", "-12", {"textin", "-12", "textin", "S99"}},
	{"numeric_to_number", "numeric_out", "12", {"textin", "0012", "textin", "9999"}},
	{"numeric_to_number", "numeric_out", "-12454.8", {"textin", "12,454.8-", "textin", "99G999D9S"}},
	{"numeric_to_number", "numeric_out", "-12", {"textin", "12-", "textin", "99S"}},
	{"numeric_to_number", "numeric_out", "12", {"textin", "1234", "textin", "99"}},
	{"numeric_to_number", "numeric_out", "-12", {"textin", "<12>", "textin", "99PR"}},
	{"numeric_to_number", "numeric_out", "22P02 invalid input syntax for type numeric: \" \"", {"textin", "abc", "textin", "99"}},
	{"to_timestamp", "timestamptz_out", "2000-12-05 00:00:00+01", {"textin", "05 Dec 2000", "textin", "DD Mon YYYY"}},
	{"to_timestamp", "timestamptz_out", "1999-12-15 00:00:00+01", {"textin", "15 XII 1999", "textin", "DD RM YYYY"}},
	{"to_timestamp", "timestamptz_out", "2000-12-05 00:00:00+01", {"textin", "20001205", "textin", "YYYYMMDD"}},
	{"to_timestamp", "timestamptz_out", "2006-01-04 00:00:00+01", {"textin", "2006-W01-3", "textin", "IYYY-\"W\"IW-ID"}},
	{"to_timestamp", "timestamptz_out", "2010-01-05 00:00:00+01", {"textin", "2010/01/05", "textin", "YYYY-MM-DD"}},
	{"to_timestamp", "timestamptz_out", "2011-12-18 07:38:00+01", {"textin", "2011-12-18 11:38 +05", "textin", "YYYY-MM-DD HH12:MI TZH"}},
	{"to_timestamp", "timestamptz_out", "1999-01-08 00:00:00+01", {"textin", "2451187", "textin", "J"}},
	{"to_timestamp", "timestamptz_out", "22008 date/time field value out of range: \"25:00\"", {"textin", "25:00", "textin", "HH24:MI"}},
	{"to_timestamp", "timestamptz_out", "1999-01-01 00:00:00+01", {"textin", "99", "textin", "YY"}}};

int
main(void)
{
	sqlcall_init("Europe/Berlin");
	for (size_t i = 0; i < lengthof(calls); i++)
		check_call(&calls[i]);
	return done_testing();
}
