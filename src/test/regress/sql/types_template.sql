-- types_template.sql
--	to_char, to_date and to_timestamp by templates.
SET timezone = 'America/New_York';

-- a pattern is in one case throughout, or a name with a capital
SELECT to_char(timestamp '2020-02-29 12:34:56.789', 'Yyyy dD Hh24 YYYY yyyy Day DAY day dAy Mon TMMonth tmMonth TmMon FMDay fmDay FmDay');
SELECT to_char(timestamp '2020-02-29 12:34:56.789', 'DDth DDTH DDTh DDSP DDsp IYYYY FF3 FF0 "q\"x" \"y FXYYYY TMFMDay');
SELECT to_char(interval '-5 mons', 'RM'), to_char(interval '-3 years', 'FMRM'), to_char(interval '11 mons', 'rm'), to_char(interval '0', 'IYYY IY'), to_char(interval '-15 mons', 'YYYY-MM');
SELECT to_char(timestamp '0044-03-15 BC', 'YYYY IY Y,YYY BC'), to_char(timestamp '12345-06-07', 'Y,YYY YY IYYY');
-- separators, spaces, quoted text and FX
SELECT to_date('05-Dec-2000', 'DD Mon YYYY'), to_date('2020..05', 'YYYY/MM'), to_date(' 2020  05', 'YYYY   MM'), to_date('2020xx02', 'YYYY"x"MM');
SELECT to_date('2020-02-03', 'YYYYMMDD');
SELECT to_date('2020--1-1', 'YYYY-MM-DD');
SELECT to_date('2020-1-2', 'FXYYYY-MM-DD');
SELECT to_date('2020-01-02', 'FXYYYY-MM-DD'), to_date('-44-02-01', 'YYYY-MM-DD'), to_date('44 BC 03', 'YYYY BC MM');
SELECT to_date('1234', 'YYYYMM');
SELECT to_date('20201', 'YYYYMM');
-- words
SELECT to_date('05 Foo 2000', 'DD Mon YYYY');
SELECT to_timestamp('2020-01-02 03:04 p.m.', 'YYYY-MM-DD HH12:MI PM');
SELECT to_timestamp('2020-01-02 03:04 p.m.', 'YYYY-MM-DD HH12:MI a.m.'), to_date('xii 2020', 'RM YYYY'), to_date('February 3, 2020', 'Month DD, YYYY');
SELECT to_date('Feb 3, 2020', 'Month DD, YYYY');
SELECT to_date('1 Sunday 2020', 'D Day YYYY');
-- fractions and zones
SELECT to_timestamp('2020-01-02 03:04:05.6', 'YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp('2020-01-02 03:04:05.6789', 'YYYY-MM-DD HH24:MI:SS.FF3'), to_timestamp('2020-01-02 03:04:05.000006', 'YYYY-MM-DD HH24:MI:SS.US');
SELECT to_timestamp('2020-01-02 03:04:05.6789', 'YYYY-MM-DD HH24:MI:SS.MS');
SELECT to_timestamp('2020-01-02 +05:30', 'YYYY-MM-DD TZH:TZM'), to_timestamp('2020-01-02-08', 'YYYY-MM-DD-TZH');
SELECT to_timestamp('2020 EST', 'YYYY TZ');
SELECT to_timestamp('2020-01-02 16:00', 'YYYY-MM-DD TZH:TZM');
-- years, centuries, weeks, days of the year
SELECT to_date('2,020', 'Y,YYY'), to_date('999', 'YYY'), to_date('20 05', 'CC YY'), to_date('-1 05', 'CC YY'), to_date('21', 'CC'), to_date('0', 'J'), to_date('2451187', 'J');
SELECT to_date('999', 'Y,YYY');
SELECT to_date('2020-53-7', 'IYYY-IW-ID'), to_date('2020-10-8', 'IYYY-IW-ID'), to_date('2020-100', 'IYYY-IDDD'), to_date('2020 60', 'YYYY DDD'), to_date('2020 10', 'YYYY WW'), to_date('2020-02 5', 'YYYY-MM W');
SELECT to_date('2020 05', 'YYYY IW');
SELECT to_date('366 2021', 'DDD YYYY');
SELECT to_date('60', 'DDD');
SELECT to_date('2020-2021', 'YYYY-YYYY');
SELECT to_timestamp('13 PM', 'HH12 AM');
SELECT to_timestamp('99999999999', 'HH24');

-- numbers: where signs go, points without decimals, exact digits only
SELECT to_char(485, '999'), to_char(-485, '999'), to_char(485, '9 9 9'), to_char(1485, '9,999'), to_char(148.5, '999.999'), to_char(148.5, 'FM999.990'), to_char(3148.5, '9G999D999'), to_char(-485, '999S'), to_char(-485, '999MI'), to_char(485, 'FM999MI'), to_char(485, 'PL999'), to_char(485, 'SG999'), to_char(-485, '9SG99'), to_char(-485, '999PR'), to_char(485, 'L999'), to_char(485, 'RN'), to_char(5.2, 'FMRN'), to_char(482, '999th'), to_char(485, '"Good number:"999'), to_char(485.8, '"Pre:"999" Post:" .999'), to_char(12, '99V999'), to_char(12.45, '99V9'), to_char(0.0004859, '9.99EEEE');
SELECT to_char(-0.1, '99.99'), to_char(-0.1, 'FM9.99'), to_char(0.1, '0.9'), to_char(12, '9990999.9'), to_char(12, 'FM9990999.9'), to_char(12.34::float4, '99.99999'), to_char(0.1::float8, '9.99999999999999999999'), to_char(1e20, '999'), to_char('NaN'::numeric, '999.99'), to_char(0, '9.9'), to_char(0, 'FM9.9'), to_char(-5, '9.'), to_char(12, '9.'), to_char(5, 'SP9C'), to_char(5, '9S9'), to_char(15, 'S99x'), to_char(-15, '99"x"S'), to_char(1, '%s'), to_char(485, '9.99eeee'), to_char(485, '9.99EEee');
SELECT to_char(1, 'EEEE9');
SELECT to_char(1, '9PR0');
