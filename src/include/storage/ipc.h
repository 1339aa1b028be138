/*
 * ipc.h
 *		The end of a process, and the shared memory set-up.
 *
 * Callbacks run in reverse order of registration: before_shmem_exit first
 * (transactions still work), then on_shmem_exit, then on_proc_exit.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/ipc.h
 */
#ifndef IPC_H
#define IPC_H

typedef void (*pg_on_exit_callback)(int code, Datum arg);
typedef void (*shmem_startup_hook_type)(void);

extern PGDLLIMPORT bool proc_exit_inprogress;
extern PGDLLIMPORT bool shmem_exit_inprogress;
extern PGDLLIMPORT shmem_startup_hook_type shmem_startup_hook;

/*
 * Run a block with a callback registered, on error too: the callback runs
 * both when an error leaves the block and when the process exits inside it.
 * Needs no other use of before_shmem_exit in between.
 */
#define PG_ENSURE_ERROR_CLEANUP(cleanup_function, arg) \
	do                                                 \
	{                                                  \
		before_shmem_exit(cleanup_function, arg);      \
		PG_TRY()

#define PG_END_ENSURE_ERROR_CLEANUP(cleanup_function, arg) \
	cancel_before_shmem_exit(cleanup_function, arg);       \
	PG_CATCH();                                            \
	{                                                      \
		cancel_before_shmem_exit(cleanup_function, arg);   \
		cleanup_function(0, arg);                          \
		PG_RE_THROW();                                     \
	}                                                      \
	PG_END_TRY();                                          \
	}                                                      \
	while (0)

/* storage/ipc/ipc.c */
extern void before_shmem_exit(pg_on_exit_callback function, Datum arg);
extern void cancel_before_shmem_exit(pg_on_exit_callback function, Datum arg);
extern void check_on_shmem_exit_lists_are_empty(void);
extern void on_exit_reset(void);
extern void on_proc_exit(pg_on_exit_callback function, Datum arg);
extern void on_shmem_exit(pg_on_exit_callback function, Datum arg);
extern void proc_exit(int code) pg_attribute_noreturn();
extern void shmem_exit(int code);

/* storage/ipc/ipci.c */
extern void shmem_register(const char *name, Size (*size)(void),
						   void (*init)(void));
extern Size CalculateShmemSize(int *num_semaphores);
extern void CreateSharedMemoryAndSemaphores(void);
extern void InitializeShmemGUCs(void);
extern void RequestAddinShmemSpace(Size size);

#endif /* IPC_H */
