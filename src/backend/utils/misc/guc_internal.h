/*
 * guc_internal.h
 *		Between the files of utils/misc/guc*.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_internal.h
 */
#ifndef GUC_INTERNAL_H
#define GUC_INTERNAL_H

#include "utils/guc_tables.h"

/* guc_tables_gen.c */
extern struct config_bool ConfigureNamesBool[];
extern struct config_int ConfigureNamesInt[];
extern struct config_real ConfigureNamesReal[];
extern struct config_string ConfigureNamesString[];
extern struct config_enum ConfigureNamesEnum[];
extern const int NumConfigureNamesBool;
extern const int NumConfigureNamesInt;
extern const int NumConfigureNamesReal;
extern const int NumConfigureNamesString;
extern const int NumConfigureNamesEnum;

/* guc.c */
extern void guc_set_source_location(const char *name, const char *sourcefile,
									int sourceline);
extern void guc_set_string(struct config_string *conf, char **field,
						   char *newval);
extern void guc_set_extra(struct config_generic *gen, void **field,
						  void *newval);
extern void guc_initialize_one(struct config_generic *gen);
extern bool guc_add_variable(struct config_generic *var, int elevel);
extern void guc_replace_variable(struct config_generic *var);
extern int guc_name_compare(const char *a, const char *b);
extern bool guc_reset_to_default(struct config_generic *gen);
extern bool guc_valid_custom_name(const char *name);
extern int guc_nest_level(void);
extern void guc_set_nest_level(int level);
extern void guc_mark_report(struct config_generic *gen);

/* guc_value.c */
extern bool guc_parse_value(struct config_generic *gen, const char *value,
							GucSource source, int elevel,
							union config_var_val *newval, void **extra);
extern bool guc_call_check_hook(struct config_generic *gen,
								union config_var_val *newval, void **extra,
								GucSource source, int elevel);
extern union config_var_val guc_boot_value(struct config_generic *gen);
extern union config_var_val guc_current_value(struct config_generic *gen);
extern union config_var_val guc_reset_value(struct config_generic *gen);
extern void **guc_reset_extra(struct config_generic *gen);
extern void guc_store_current(struct config_generic *gen,
							  union config_var_val val);
extern void guc_store_reset(struct config_generic *gen,
							union config_var_val val);
extern void guc_call_assign_hook(struct config_generic *gen,
								 union config_var_val val, void *extra);
extern bool guc_same_value(struct config_generic *gen,
						   union config_var_val a, union config_var_val b);

/* guc_custom.c */
extern struct config_generic *guc_make_placeholder(const char *name,
												   int elevel);
extern bool guc_prefix_is_reserved(const char *name, const char **prefix);

#endif /* GUC_INTERNAL_H */
