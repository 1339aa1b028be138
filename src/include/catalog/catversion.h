/*
 * catversion.h
 *		Version of the catalogs.
 *
 * Stands in pg_control; a server starts on no other.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/catversion.h
 */
#ifndef CATVERSION_H
#define CATVERSION_H

#define CATALOG_VERSION_NO 202209061

#endif /* CATVERSION_H */
