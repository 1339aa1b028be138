/*
 * spccache.h
 *		Options of tablespaces, cached.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/spccache.h
 */
#ifndef SPCCACHE_H
#define SPCCACHE_H

/* what tablespace_reloptions makes of pg_tablespace.spcoptions */
typedef struct TableSpaceOpts
{
	int32 vl_len_; /* varlena header; use SET_VARSIZE */
	float8 random_page_cost; /* -1: as the setting */
	float8 seq_page_cost;
	int effective_io_concurrency;
	int maintenance_io_concurrency;
} TableSpaceOpts;

extern void get_tablespace_page_costs(Oid spcid, float8 *spc_random_page_cost,
									  float8 *spc_seq_page_cost);
extern int get_tablespace_io_concurrency(Oid spcid);
extern int get_tablespace_maintenance_io_concurrency(Oid spcid);

#endif /* SPCCACHE_H */
