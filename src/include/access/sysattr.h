/*
 * sysattr.h
 *		Attribute numbers of the system columns.
 *
 * These numbers stand in pg_attribute, so they cannot change.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/sysattr.h
 */
#ifndef SYSATTR_H
#define SYSATTR_H

#define SelfItemPointerAttributeNumber (-1)
#define MinTransactionIdAttributeNumber (-2)
#define MinCommandIdAttributeNumber (-3)
#define MaxTransactionIdAttributeNumber (-4)
#define MaxCommandIdAttributeNumber (-5)
#define TableOidAttributeNumber (-6)
#define FirstLowInvalidHeapAttributeNumber (-7)

#endif /* SYSATTR_H */
