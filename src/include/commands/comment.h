/*
 * comment.h
 *		COMMENT ON, and the removal of comments.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/comment.h
 */
#ifndef COMMENT_H
#define COMMENT_H

#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"

extern ObjectAddress CommentObject(CommentStmt *stmt);
extern void CreateComments(Oid oid, Oid classoid, int32 subid,
						   const char *comment);
extern void DeleteComments(Oid oid, Oid classoid, int32 subid);
extern void CreateSharedComments(Oid oid, Oid classoid, const char *comment);
extern void DeleteSharedComments(Oid oid, Oid classoid);
extern char *GetComment(Oid oid, Oid classoid, int32 subid);

#endif /* COMMENT_H */
