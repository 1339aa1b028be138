-- types_num.sql
--	Numbers: rounding at the ends of the range, roots next to a middle,
--	statistics, "char".

-- round and trunc reach every digit a numeric can have
SELECT substr(round(123456e3000, -3003)::text, 1, 10), substr(trunc(123456e3000, -3003)::text, 1, 10);
SELECT length(round(16::numeric, 65536)::text), scale(trunc(2.5, 2147483646)), scale(round(2.5, 20000));
SELECT round(7e131071, -131072);
SELECT round(4e131071, -131072), round(7e131071, -131073), round(7e100, -2147483648);
-- the nearest root, also where one more digit would round the other way
SELECT sqrt(1.0000000000000000000001), sqrt(0.9999999999999999999999), sqrt(0.00000000000000000004);
SELECT sqrt(2::numeric), sqrt(1e100), sqrt(12345678901234567890.12345), sqrt(0.25), sqrt(0::numeric);
SELECT stddev(x), variance(x), stddev_pop(x) FROM (VALUES (1.0000000000000001), (1.0000000000000002), (1.5)) v(x);
-- what goes over the wire
SELECT numeric_send('Infinity'), numeric_send('-Infinity'), numeric_send('NaN'), numeric_send(-123.4560), numeric_send(0.00);
-- last digits of the statistics of one and of two variables
SELECT float8_regr_accum('{2,4,8,1,2,3}', 1e23, 45), float8_regr_accum('{3,1.1,2.7,0.3,9,1}', 0.1, 0.7);
SELECT float8_accum('{3,1.1,2.7}', 0.7), corr(x, y), regr_slope(y, x), regr_r2(x, y), covar_samp(x, y)
	FROM (VALUES (0.1::float8, 7::float8), (0.3, 1), (2.9, 3.3), (1e5, 2)) v(x, y);
-- integers beyond their type, alone and in lists
SELECT '9223372036854775808'::int8;
SELECT '-9223372036854775808'::int8, '-32768'::int2, ' +7 '::int4;
SELECT '-2147483648'::int4 / -1;
SELECT gcd('-9223372036854775808'::int8, 0::int8);
SELECT width_bucket(5, '{1,5,9}'::int[]), lcm(0, 7), (-7) % 2, '-9223372036854775808'::int8 % -1;
-- "char" shows bytes that are no character in octal
SELECT ascii((-100)::"char"::text), (-100)::"char", '\303'::"char"::int, '\377'::"char", '\400'::"char", '\30'::"char", ''::"char";
SELECT 'ä'::text::"char", '\101'::text::"char", (-1)::"char"::text;
-- positions in the log
SELECT '0/10'::pg_lsn + 'NaN';
SELECT '0/10'::pg_lsn - 16, '0/10'::pg_lsn + 1e3, 'FFFFFFFF/FFFFFFFF'::pg_lsn - '0/0'::pg_lsn;
SELECT '0/10'::pg_lsn - 17;
-- the largest and the smallest numbers
SELECT md5(sqrt(1e131071)::text), md5(sqrt(3e131070 + 1)::text), ln(1e131071), substr(ln(1e-16383)::text, 1, 40), log(7e1000);
SELECT ln(3.7e400), ln(9.99e203), ln(1e204), log(2, 1e1000), substr(ln(1.23e-300)::text, 1, 60);
