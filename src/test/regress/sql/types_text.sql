-- types_text.sql
--	Text functions and regular expressions.

-- what stands for itself, and what is wrong with a pattern
SELECT 'a{b' ~ 'a{', 'a:l' ~ '^[:alpha:]+$', 'a.c' ~ '^[a.=]+', '[]' ~ '^[[]]$', 'x]' ~ '[]x]{2}';
SELECT 'a' ~ '[[:foo:]]';
SELECT 'a' ~ '[z-a]';
SELECT 'a' ~ 'a{3,1}';
SELECT 'a' ~ '\2(a)';
SELECT 'a' ~ '(a';
SELECT 'a' ~ '[a';
SELECT regexp_like('abc', '(?i)ABC'), regexp_like('abc', '(?i)ABC', 'q'), regexp_like('a.c', 'a.c', 'q'), regexp_like('abc', 'a.c', 'q');
-- arguments are looked at before the flags; one group without parentheses
SELECT regexp_instr('abc', 'b', 1, 1, 2, 'y');
SELECT regexp_substr('abc', 'b', 1, 1, 'y', -1);
SELECT regexp_instr('abc', 'b', 1, 1, 1, '', 1), regexp_substr('abc', 'b', 1, 1, '', 1), regexp_substr('abc', '(b)(c)', 1, 1, '', 2), regexp_substr('abc', 'b', 1, 1, '', 2);
-- names of types that take no modifier
SELECT format_type(16, 5), format_type(20, 3), format_type(1043, 14), format_type(1700, 655366), format_type(1042, -1), format_type(2950, 7);
SELECT format_type(1186, 2147418114), format_type(1114, 3), format_type(1560, 3), format_type(1560, -1);
-- a number as text is the name of a relation, not its OID
SELECT '1259'::regclass, 'pg_class'::text::regclass;
SELECT '1259'::text::regclass;
-- order of rows
SELECT btrecordcmp(ROW(1, 'day'::text), ROW(1, 'a'::text)), btrecordcmp(ROW(1, 'a'::text), ROW(1, 'day'::text)), ROW(1, NULL) < ROW(1, 2);
-- the parts of SUBSTRING ... SIMILAR: the outer ones take as little as they can
SELECT similar_to_escape('%#"%#"%', '#'), substring('hello' similar 'h#"%#"o' escape '#'), substring('abcdefg' similar 'a#"(b_d)#"%' escape '#'), substring('foobar' similar '%#"o_b#"%' escape '#');
SELECT substring('hello world' similar '%#"%#"%' escape '#'), substring('abcabc' similar '%#"b%#"%' escape '#'), substring('abcabc' similar '%#"b%#"c' escape '#'), substring('foobar' similar '#"o_b#"%' escape '#');
SELECT 'a' ~ (repeat('(', 200) || repeat(')', 200));
-- case beyond ASCII, and LIKE with anchors
SELECT upper('ßäÿıſⱥ'), lower('İIÄẞȺ'), initcap('élan ÉTÉ o''brien 3rd ǆx'), upper('i̇stanbul' collate "C"), initcap('a-b_c d1e');
SELECT 'aäb' like '%äb', 'äöü' like '%ö%', 'abc' like '%%c', 'abc' like '%', '' like '%', '' like '%a', 'aXbXc' like '%X%c', 'aXb' like '%X', 'a%b' like '%\%b', 'ab' like '%b%b', 'abab' like '%ab%b', 'x' like '%_', 'äx' like '_x%', 'aab' like 'a%ab';
