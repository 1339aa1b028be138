/*
 * catalog_register.h
 *		How the catalog layer makes itself known to the layers below.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/catalog_register.h
 */
#ifndef CATALOG_REGISTER_H
#define CATALOG_REGISTER_H

struct XactParticipant;

/* storage.c, namespace.c */
extern const struct XactParticipant storage_xact_participant;
extern const struct XactParticipant namespace_xact_participant;

/*
 * Called once per program, before the first session: registers the
 * participants in transactions, and the lookups of functions and roles.
 */
extern void catalog_register(void);

#endif /* CATALOG_REGISTER_H */
