-- types_net.sql
--	inet, cidr, macaddr and macaddr8: arithmetic, short forms, input.

SELECT '10.1.2.3/8'::inet + 5, '255.255.255.255'::inet + 1;
SELECT '255.255.255.255'::inet + 1;
SELECT '::'::inet - 1;
SELECT '10.0.0.5'::inet - '10.0.0.1'::inet, '10.0.0.1'::inet-'10.0.0.5/8'::inet, 'ffff::'::inet - '::'::inet;
SELECT 'ffff::'::inet - '::'::inet;
SELECT '::ffff:1.2.3.4'::inet - '::'::inet;
SELECT '1.2.3.4'::inet - '::1'::inet;
SELECT ~ '10.1.2.3/8'::inet, '10.1.2.3/8'::inet & '255.0.0.255'::inet, '10.1.2.3/8'::inet | '0.0.0.255/24'::inet;
SELECT '10.1.2.3/8'::inet & '::1'::inet;
SELECT inet_merge('192.168.1.5/24', '192.168.2.5/24'), inet_merge('::1','2001::'), inet_merge('1.2.3.4','1.2.3.4');
SELECT inet_merge('::1','1.1.1.1');
SELECT abbrev('10.0.0.0/8'::cidr), abbrev('10.1.0.0/16'::cidr), abbrev('10.1.2.0/23'::cidr), abbrev('0.0.0.0/0'::cidr), abbrev('1.2.3.4/32'::cidr), abbrev('192.168.1.0/24'::cidr),abbrev('128.0.0.0/1'::cidr),abbrev('10.128.0.0/9'::cidr);
SELECT abbrev('::/0'::cidr), abbrev('2001:db8::/32'::cidr), abbrev('::1/128'::cidr), abbrev('::ffff:1.2.3.4/128'::cidr), abbrev('2001:db8:1::/48'::cidr), abbrev('fe80::/10'::cidr), abbrev('2001:db8:0:1::/64'::cidr), abbrev('1:2:3:4:5:6:7:8/128'::cidr), abbrev('1:2:3:4:5:6:7:0/112'::cidr), abbrev('1:0:0:4:5:6:7:0/116'::cidr), abbrev('::1:0/112'::cidr),abbrev('8000::/1'::cidr);
SELECT '08002b:010203'::macaddr, '08002b-010203'::macaddr,'0800.2b01.0203'::macaddr,'0800-2b01-0203'::macaddr,'08002b010203'::macaddr,'8:0:2b:1:2:3'::macaddr;
SELECT '08:00:2b:01:02'::macaddr;
SELECT '08:00:2b:01:02:3456'::macaddr;
SELECT '08:00:2b:01:02:03:04:05'::macaddr8, '08002b:0102030405'::macaddr8,'08002b0102030405'::macaddr8,'0800.2b01.0203.0405'::macaddr8,'08:00:2b:01:02:03'::macaddr8,'08002b010203'::macaddr8;
SELECT '08:00:2b-01:02:03'::macaddr8;
SELECT '8:0:2b:1:2:3'::macaddr8;
SELECT '  08:00:2b:01:02:03  '::macaddr8, ' 08:00:2b:01:02:03 '::macaddr;
SELECT '08:00:2b:01:02:03:04:05'::macaddr8::macaddr;
SELECT macaddr8_set7bit('08:00:2b:01:02:03'::macaddr8), trunc('08:00:2b:01:02:03'::macaddr), trunc('08:00:2b:01:02:03:04:05'::macaddr8), '08:00:2b:ff:fe:03:04:05'::macaddr8::macaddr;
SELECT hashmacaddr('08:00:2b:01:02:03'),hashmacaddr8('08:00:2b:01:02:03'),macaddr_cmp('08:00:2b:01:02:03','08:00:2b:01:02:04');
SELECT '10.0.0.0/8'::inet - 1, '::ffff'::inet - 65535, '1.2.3.4'::inet + (-4), macaddr_send('08:00:2b:01:02:03'), ~ '08:00:2b:01:02:03'::macaddr & 'ff:ff:ff:00:00:00';
SELECT '255.255.255.250'::inet + 5, '::1'::inet + 9223372036854775807, '10.0.0.5'::inet - '10.0.0.1'::inet, '10.0.0.1'::inet - '10.0.0.5/8'::inet;
SELECT count(*) FROM (VALUES (interval '1 day'), ('2 days'), ('3 days')) v(i) WHERE in_range(i, '2 days', '24:00', false, true);
