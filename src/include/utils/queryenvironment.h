/*
 * queryenvironment.h
 *		Named row sources of a query's environment.
 *
 * Only passed through: ephemeral named relations (transition tables) come with triggers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/utils/queryenvironment.h
 */
#ifndef QUERYENVIRONMENT_H
#define QUERYENVIRONMENT_H

typedef struct QueryEnvironment QueryEnvironment;

#endif /* QUERYENVIRONMENT_H */
