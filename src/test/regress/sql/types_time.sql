-- types_time.sql
--	Dates, times and intervals: forms of input, and the ends of the range.
SET timezone = 'America/New_York';
SET datestyle = 'ISO, MDY';

-- the first moment lies on the day before in the west
SELECT '4714-11-24 BC +00'::timestamptz, '4714-11-24 BC +00'::timestamptz + '1 hour', ('4714-11-24 BC +00'::timestamptz)::date;
SELECT '4714-11-23 BC'::timestamp;
SELECT '294276-12-31 23:59:59.999999+00'::timestamptz, date_part('year', '4714-11-24 BC +00'::timestamptz);
-- the infinities stay what they are
SELECT 'infinity'::timestamptz AT TIME ZONE interval '1 day', '-infinity'::timestamptz - interval '-2147483648 days';
SELECT 'infinity Z'::timestamptz, '2020-01-01 infinity'::date, 'epoch -0530'::timestamptz, '-infinity 12:00'::timestamp;
SELECT 'april-0-0001 -infinity'::timestamp;
-- zones: names, and POSIX strings whatever their letters
SELECT '2020-01-31 10:00 America/New_York'::timestamptz, '2020-01-31 10:00 T-08:00:01'::timestamptz, '2020-07-01 10:00 AB3'::timestamptz;
SELECT '2020-07-01 10:00+00'::timestamptz AT TIME ZONE 'X1Y', '2020-07-01 10:00+00'::timestamptz AT TIME ZONE '<+05>-5';
SELECT '2020-01-31 10:00 Foo/Bar'::timestamptz;
SELECT make_timestamptz(2020, 13, 1, 0, 0, 0, 'Foo/Bar');
SELECT make_timestamptz(2020, 12, 1, 0, 0, 0, '12');
SELECT make_timestamptz(2020, 12, 1, 0, 0, 0, '+17');
SELECT make_timestamptz(2020, 12, 1, 0, 0, 0, 'Europe/Paris'), make_timestamptz(2020, 12, 1, 0, 0, 0, '-05:30');
-- a date beside a time of day
SELECT 'dec/29/1999 00:30 pm'::time, '2020-01-01 10:00 America/New_York'::timetz, '10:00 EST'::time;
SELECT 'Monday 10:00'::time;
SELECT '25:00 DST'::time;
SELECT '24:00:01'::time;
-- intervals as ISO 8601 writes them, with letters and without
SELECT 'P1Y2M3DT4H5M6.7S'::interval, 'P0001-02-03T04:05:06'::interval, 'P00021015T103020'::interval, 'P1-2'::interval, 'PT4:05'::interval, 'P10203'::interval;
SELECT 'P-1Y-2M3DT-4H-5M-6.7S'::interval, 'PT'::interval, 'PT040506'::interval;
SELECT 'P1Y2M-3'::interval;
SELECT 'P+3M'::interval;
SELECT 'P'::interval;
SELECT 'P1-2-3-4'::interval;
SELECT '1-2 3 ago'::interval;
SELECT '1 year 3 days ago'::interval, '@ 3 hours ago'::interval, '1-2 3 4:05:06'::interval;
SET intervalstyle = sql_standard;
SELECT '-1-2 3 4:05:06'::interval, '-1-2 +3 4:05:06'::interval, '-1 2:03'::interval, '-0.5 decade +3 years 1:02'::interval;
RESET intervalstyle;
SELECT pg_catalog.interval('1 day 01:02:03.45'::interval, 2);
SELECT interval '1 day 01:02:03.45' day to second(1), interval(0) '1.5 s', interval '1 year 2 mons 3 days' year, interval '1' minute;
-- equal intervals differ in their bytes: an index keeps each
CREATE TABLE same_length (i interval);
INSERT INTO same_length SELECT CASE n % 3 WHEN 0 THEN '1 mon' WHEN 1 THEN '30 days' ELSE '720 hours' END::interval FROM generate_series(1, 30) n;
CREATE INDEX ON same_length (i);
SET enable_seqscan = off;
SELECT i::text, count(*) FROM same_length WHERE i = '30 days' GROUP BY 1 ORDER BY 1;
RESET enable_seqscan;
DROP TABLE same_length;
-- the last years, in seconds
SELECT extract(epoch from '294276-12-31'::timestamp), date_part('epoch', '294276-12-31 23:59:59.999999'::timestamp), extract(epoch from '4714-11-24 BC'::timestamp);
