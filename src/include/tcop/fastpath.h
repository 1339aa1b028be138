/*
 * fastpath.h
 *		The function call message of the protocol.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/tcop/fastpath.h
 */
#ifndef FASTPATH_H
#define FASTPATH_H

#include "lib/stringinfo.h"

extern void HandleFunctionRequest(StringInfo msgBuf);

#endif /* FASTPATH_H */
