/*
 * rewriteSupport.h
 *		Facts about stored rules; declared in rewriteDefine.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/rewriteSupport.h
 */
#ifndef REWRITESUPPORT_H
#define REWRITESUPPORT_H

#include "rewrite/rewriteDefine.h"

#endif /* REWRITESUPPORT_H */
