/*
 * register.h
 *		The one place where upper layers are joined to the lower ones.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/main/register.h
 */
#ifndef REGISTER_H
#define REGISTER_H

/*
 * Fill in all tables through which a lower layer calls an upper one: resource
 * managers, shared-memory parts, storage callbacks, function look-up.  Called
 * once, first thing in main(), before any process is forked.
 */
extern void register_subsystems(void);

#endif /* REGISTER_H */
