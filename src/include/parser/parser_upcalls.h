/*
 * parser_upcalls.h
 *		What the parser calls in the commands above it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parser_upcalls.h
 */
#ifndef PARSER_UPCALLS_H
#define PARSER_UPCALLS_H

/* commands/indexcmds.c */
extern char *ChooseRelationName(const char *name1, const char *name2,
								const char *label, Oid namespaceid,
								bool isconstraint);
extern char *get_am_name(Oid amOid); /* commands/amcmds.c */
extern char *GetComment(Oid oid, Oid classoid, int32 subid); /* comment.c */
extern char *get_tablespace_name(Oid spc_oid); /* tablespace.c */
extern List *sequence_options(Oid relid); /* sequence.c */

#endif /* PARSER_UPCALLS_H */
