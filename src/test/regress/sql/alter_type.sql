-- types of columns that views and generated columns use
create table at1(a int, c numeric, g int generated always as (a + 1) stored, d text);
create view atv as select c from at1;
alter table at1 alter c type int;
alter table at1 alter a type bigint;
alter table at1 alter d type varchar(10);
insert into at1 (a, c, d) values (1, 2, 'x');
select * from at1;
drop view atv; alter table at1 alter c type int; select * from at1;
drop table at1;
