-- types_array.sql
--	Arrays: forms of input, and bounds at the ends of the range.

SELECT '{}'::int[], '{ }'::int[], '{1, 2}'::int[], '[0:1]={1,NULL}'::int[], '{{1},{2}}'::int[], '{"a b",c\,d,""}'::text[];
SELECT '{{}}'::int[];
SELECT '{{},{}}'::text[];
SELECT '{{1},{}}'::int[];
SELECT '[1:2147483647]={1}'::int[];
SELECT '[1:3000000000]={1}'::int[];
SELECT '[2:1]={1}'::int[];
SELECT '[2147483647:2147483647]={x}'::int[];
SELECT '[2147483646:2147483646]={7}'::int[], ('[2147483645:2147483646]={7,8}'::int[])[2147483646];
SELECT '[-2147483648:-2147483647]={1,2}'::int[], array_lower('[-2147483648:-2147483647]={1,2}'::int[], 1);
SELECT '{{{{{{{1}}}}}}}'::int[];
-- an empty array has no position to start at
SELECT array_position('{}'::int[], 5, NULL), array_position('{1,2,1}'::int[], 1, 2);
SELECT array_position('{1}'::int[], 1, NULL);
-- slices
SELECT ('{{1,2,3},{4,5,6}}'::int[])[2:2][2:], ('[0:2]={5,6,7}'::int[])[:1], ('{1,2,3}'::int[])[5:6], ('{{1,2},{3,4}}'::int[])[2][1:1];
-- growing at the ends of the range
SELECT array_append('[2147483646:2147483646]={1}'::int[], 2);
SELECT array_prepend(2, '[-2147483648:-2147483648]={1}'::int[]);
SELECT array_append('[2147483644:2147483645]={1,2}'::int[], 3), array_prepend(2, '{}'::int[]), array_append(NULL, 1);
-- in binary form an element type of another database has another OID
CREATE TABLE here (x int);
CREATE TABLE there (x int);
COPY (SELECT ARRAY[ROW(1)::here, NULL]) TO PROGRAM 'cat > rows.bin' (FORMAT binary);
CREATE TABLE arrived (v there[]);
COPY arrived FROM PROGRAM 'cat rows.bin; rm rows.bin' (FORMAT binary);
SELECT * FROM arrived;
COPY (SELECT ARRAY[1]::oid[]) TO PROGRAM 'cat > rows.bin' (FORMAT binary);
CREATE TABLE refused (v int[]);
COPY refused FROM PROGRAM 'cat rows.bin; rm rows.bin' (FORMAT binary);
DROP TABLE refused, arrived, here, there;
