/*
 * postgres_fe.h
 *		First include of every client program and of code shared with them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postgres_fe.h
 */
#ifndef POSTGRES_FE_H
#define POSTGRES_FE_H

#ifndef FRONTEND
#define FRONTEND 1
#endif

#include "c.h"
#include "common/fe_memutils.h"

#endif /* POSTGRES_FE_H */
