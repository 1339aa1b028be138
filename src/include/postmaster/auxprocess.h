/*
 * auxprocess.h
 *		Common start of the processes that are not sessions.
 *
 * AuxiliaryProcessMain attaches the process to shared memory without a database
 * and calls the main function of its type.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/auxprocess.h
 */
#ifndef AUXPROCESS_H
#define AUXPROCESS_H

#include "miscadmin.h"

/* auxprocess.c */
extern void aux_process_signals(pqsigfunc on_int, pqsigfunc on_term, pqsigfunc on_usr2);
extern void aux_process_recover(MemoryContext context);
extern void AuxiliaryProcessMain(AuxProcType auxtype) pg_attribute_noreturn();

#endif /* AUXPROCESS_H */
