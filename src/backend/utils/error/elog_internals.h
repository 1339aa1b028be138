/*
 * elog_internals.h
 *		Between elog.c, which builds reports, and elog_output.c, which sends.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/error/elog_internals.h
 */
#ifndef ELOG_INTERNALS_H
#define ELOG_INTERNALS_H

extern bool elog_wanted_by_server(int elevel);
extern bool elog_wanted_by_client(int elevel);
extern bool elog_backtrace_wanted(const char *funcname);
extern void elog_send_to_server(ErrorData *edata);
extern void elog_send_to_client(ErrorData *edata);

#endif /* ELOG_INTERNALS_H */
