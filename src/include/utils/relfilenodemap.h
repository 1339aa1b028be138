/*
 * relfilenodemap.h
 *		From tablespace and file number to relation OID.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/relfilenodemap.h
 */
#ifndef RELFILENODEMAP_H
#define RELFILENODEMAP_H

extern Oid RelidByRelfilenode(Oid reltablespace, Oid relfilenode);

#endif /* RELFILENODEMAP_H */
