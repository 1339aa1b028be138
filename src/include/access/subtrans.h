/*
 * subtrans.h
 *		pg_subtrans: the parent of each running subtransaction.
 *
 * Contents matter only while the transactions run; nothing is WAL-logged.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/subtrans.h
 */
#ifndef SUBTRANS_H
#define SUBTRANS_H

/* subtrans.c */
extern void BootStrapSUBTRANS(void);
extern void CheckPointSUBTRANS(void);
extern void ExtendSUBTRANS(TransactionId newestXact);
extern void StartupSUBTRANS(TransactionId oldestActiveXID);
extern TransactionId SubTransGetParent(TransactionId xid);
extern TransactionId SubTransGetTopmostTransaction(TransactionId xid);
extern void SubTransSetParent(TransactionId xid, TransactionId parent);
extern void SUBTRANSShmemInit(void);
extern Size SUBTRANSShmemSize(void);
extern void TruncateSUBTRANS(TransactionId oldestXact);

#endif /* SUBTRANS_H */
