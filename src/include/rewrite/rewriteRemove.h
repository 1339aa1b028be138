/*
 * rewriteRemove.h
 *		Removal of rewrite rules; declared in rewriteDefine.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/rewriteRemove.h
 */
#ifndef REWRITEREMOVE_H
#define REWRITEREMOVE_H

#include "rewrite/rewriteDefine.h"

#endif /* REWRITEREMOVE_H */
