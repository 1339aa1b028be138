/*
 * tupdesc_details.h
 *		The missing value of a column, for the few that handle it.
 *
 * A row older than ALTER TABLE ADD COLUMN ... DEFAULT reads as this value.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/tupdesc_details.h
 */
#ifndef TUPDESC_DETAILS_H
#define TUPDESC_DETAILS_H

typedef struct AttrMissing
{
	bool am_present;
	Datum am_value;
} AttrMissing;

#endif /* TUPDESC_DETAILS_H */
