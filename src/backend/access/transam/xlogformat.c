/*
 * xlogformat.c
 *		The format of the log: PostgreSQL 15's or the extended one.
 *
 * A page of the log says by its magic number which format the records that begin
 * on it may use; all pages of a segment have the same.  The format changes only
 * at server start, at the beginning of a segment:
 *
 *	  StartupXLOG
 *		recovery reads pages of either magic (xlogreader.c)
 *		xlog_format_start		what does the log end in, what is wanted?
 *		xlog_format_switch		XLOG SWITCH in the old format; pages from the
 *								next segment on have the new magic
 *		report_parameters		PARAMETER_CHANGE with the format in it
 *		a checkpoint			from then on nobody needs the old segments
 *
 * F1. A segment has one magic.  Pages are made in order, and formatFrom is a
 *	   segment's first byte, so init_page() needs only compare addresses.
 * F2. An extended feature is used only while extendedActive, which is set after
 *	   the switch: such a record begins on an extended page.  One that is
 *	   assembled earlier goes without.
 * F3. A crash at any point leaves a log in which F1 holds, so the next start finds
 *	   the format of the log's end by the magic of its last page, and goes on from
 *	   there to whatever wal_format says then.
 *
 * The settings wal_compression and wal_compression_level depend on wal_format, on
 * each other and on modules, which are loaded after postgresql.conf has been read.
 * Until xlog_format_settings_ready() their hooks therefore take anything that
 * might become right; there it is checked, and from then on at once.  A name that
 * no module has registered yet gets a place in the options and a value from
 * FIRST_PENDING on, which stands for the module's codec later.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xlogformat.c
 */
#include "postgres.h"

#include "access/xlogformat.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/lwlock.h"
#include "xlog_private.h"

int wal_format = WAL_FORMAT_POSTGRES15;
int wal_compression = WAL_COMPRESSION_NONE;
int wal_compression_level = WAL_IMAGE_LEVEL_DEFAULT;

/* Names from configuration files whose module is not loaded yet. */
#define FIRST_PENDING 64
#define MAX_PENDING 8
#define MAX_MODULE_CODECS (WAL_IMAGE_MAX_CODECS - WAL_IMAGE_FIRST_CUSTOM)
#define N_FIXED_OPTIONS 12

/* The fixed ones first, then pending names, then module codecs. */
struct config_enum_entry wal_compression_options[N_FIXED_OPTIONS + MAX_PENDING +
												 MAX_MODULE_CODECS + 1] = {
	{"pglz", WAL_IMAGE_PGLZ, false},
	{"lz4", WAL_IMAGE_LZ4, false},
	{"zstd", WAL_IMAGE_ZSTD, false},
	{"on", WAL_IMAGE_PGLZ, false},
	{"off", WAL_IMAGE_NONE, false},
	{"zlib", WAL_IMAGE_ZLIB, true}, /* shown if it can be used */
	{"true", WAL_IMAGE_PGLZ, true},
	{"false", WAL_IMAGE_NONE, true},
	{"yes", WAL_IMAGE_PGLZ, true},
	{"no", WAL_IMAGE_NONE, true},
	{"1", WAL_IMAGE_PGLZ, true},
	{"0", WAL_IMAGE_NONE, true},
};

static int n_options = N_FIXED_OPTIONS;
static int n_pending = 0;
static bool settings_ready = false;
static const WalImageCodec *current_method = NULL;

/* ---------------------------------------------------------------------------
 * Methods
 * ------------------------------------------------------------------------ */

static void
add_option(const char *name, int value)
{
	Assert(n_options < (int) lengthof(wal_compression_options) - 1);
	wal_compression_options[n_options].name = name;
	wal_compression_options[n_options].val = value;
	wal_compression_options[n_options].hidden = false;
	n_options++;
}

static const char *
option_name(int value)
{
	for (int i = 0; i < n_options; i++)
		if (wal_compression_options[i].val == value)
			return wal_compression_options[i].name;
	return "unknown";
}

/* The codec of a value of wal_compression; NULL for off or an unknown one. */
static const WalImageCodec *
codec_of(int value)
{
	return value < FIRST_PENDING ? wal_image_codec(value) : wal_image_codec_by_name(option_name(value));
}

const WalImageCodec *
wal_image_method(void)
{
	return current_method;
}

/*
 * accept_wal_compression_name
 *		guc.c does not find this name among the options: may a module bring it?
 *
 * True if it was added.  Only while settings are first read.
 */
bool
accept_wal_compression_name(const char *name)
{
	char *copy;

	if (settings_ready || IsUnderPostmaster || n_pending == MAX_PENDING ||
		strlen(name) > WAL_IMAGE_MAX_NAME)
		return false;
	copy = guc_strdup(LOG, name);
	if (copy == NULL)
		return false;
	/* Upper and lower case are the same in a setting, and codecs have lower case. */
	for (char *c = copy; *c != '\0'; c++)
		*c = pg_tolower((unsigned char) *c);
	add_option(copy, FIRST_PENDING + n_pending++);
	return true;
}

void
RegisterWalImageCodec(const WalImageCodec *codec)
{
	const char *refused;

	if (!process_shared_preload_libraries_in_progress)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot register WAL compression method \"%s\" now",
						codec->name),
				 errhint("Add its library to shared_preload_libraries.")));
	refused = wal_image_register(codec);
	if (refused != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot register WAL compression method \"%s\" with id %d",
						codec->name, codec->id),
				 errdetail("It is refused because %s.", refused)));

	/* A name that is pending stays; it now has a codec. */
	for (int i = N_FIXED_OPTIONS; i < n_options; i++)
		if (pg_strcasecmp(wal_compression_options[i].name, codec->name) == 0)
			return;
	add_option(codec->name, codec->id);
}

/* ---------------------------------------------------------------------------
 * Settings
 * ------------------------------------------------------------------------ */

/* Does the method fit the format?  If not, the hook's messages are set. */
static bool
method_fits_format(const WalImageCodec *codec)
{
	if (codec->bimg_bit != 0 || wal_format == WAL_FORMAT_EXTENDED)
		return true;
	GUC_check_errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE);
	GUC_check_errmsg("WAL compression method \"%s\" needs the extended WAL format",
					 codec->name);
	GUC_check_errdetail("PostgreSQL 15 cannot read it, so it is not allowed while \"wal_format\" is \"postgres15\".");
	GUC_check_errhint("Set \"wal_format\" to \"extended\" and restart the server.");
	return false;
}

static bool
level_fits_method(const WalImageCodec *codec, int level)
{
	if (wal_image_level_is_valid(codec, level))
		return true;
	GUC_check_errmsg("wal_compression_level %d is out of range for method \"%s\"",
					 level, codec->name);
	if (codec->min_level == codec->max_level)
		GUC_check_errdetail("The method has no levels; only 0 is valid.");
	else
		GUC_check_errdetail("Valid are 0 (the default, %d) and %d to %d.",
							codec->default_level, codec->min_level, codec->max_level);
	return false;
}

/* Does any method have this level? */
static bool
level_fits_some_method(int level)
{
	for (int id = 0; id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);

		if (codec != NULL && wal_image_level_is_valid(codec, level))
			return true;
	}
	return false;
}

/*
 * Files and ALTER ROLE set both at once, in any order, so that one cannot be
 * judged by the other's present value: there an unfitting level counts as the
 * nearest.  A user who sets one of them is told.
 */
bool
check_wal_compression(int *newval, void **extra, GucSource source)
{
	const WalImageCodec *codec;

	if (!settings_ready || *newval == WAL_IMAGE_NONE)
		return true;
	codec = codec_of(*newval);
	if (codec == NULL)
	{
		GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
		GUC_check_errmsg("WAL compression method \"%s\" is not supported by this build",
						 option_name(*newval));
		return false;
	}
	if (!method_fits_format(codec))
		return false;
	return source < PGC_S_INTERACTIVE || source == PGC_S_TEST ||
		level_fits_method(codec, wal_compression_level);
}

void
assign_wal_compression(int newval, void *extra)
{
	current_method = newval == WAL_IMAGE_NONE ? NULL : codec_of(newval);
}

bool
check_wal_compression_level(int *newval, void **extra, GucSource source)
{
	if (!settings_ready)
		return true;
	if (current_method != NULL && source >= PGC_S_INTERACTIVE && source != PGC_S_TEST)
		return level_fits_method(current_method, *newval);
	if (level_fits_some_method(*newval))
		return true;
	GUC_check_errdetail("No method has this level.");
	return false;
}

/* Report what a hook left in the messages. */
static void
refuse_settings(void)
{
	ereport(FATAL,
			(errcode(ERRCODE_CONFIG_FILE_ERROR),
			 errmsg_internal("%s", GUC_check_errmsg_string),
			 GUC_check_errdetail_string ? errdetail_internal("%s", GUC_check_errdetail_string) : 0,
			 GUC_check_errhint_string ? errhint("%s", GUC_check_errhint_string) : 0));
}

/*
 * xlog_format_settings_ready
 *		Judge the settings that were taken on trust.  Errors are FATAL.
 */
void
xlog_format_settings_ready(void)
{
	const WalImageCodec *codec = codec_of(wal_compression);

	/* Extended methods are offered where they are allowed. */
	for (int i = 0; i < n_options; i++)
	{
		const WalImageCodec *c = codec_of(wal_compression_options[i].val);

		if (c != NULL && c->bimg_bit == 0)
			wal_compression_options[i].hidden = wal_format != WAL_FORMAT_EXTENDED;
		else if (i >= N_FIXED_OPTIONS)
			wal_compression_options[i].hidden = true; /* no module brought it */
	}

	GUC_check_errmsg_string = GUC_check_errdetail_string = GUC_check_errhint_string = NULL;
	if (wal_compression != WAL_IMAGE_NONE)
	{
		if (codec == NULL)
			ereport(FATAL,
					(errcode(ERRCODE_CONFIG_FILE_ERROR),
					 errmsg("invalid value for parameter \"wal_compression\": \"%s\"",
							option_name(wal_compression)),
					 errhint("No library in shared_preload_libraries registers such a method.")));
		if (!method_fits_format(codec) ||
			!level_fits_method(codec, wal_compression_level))
			refuse_settings();
	}
	else if (!level_fits_some_method(wal_compression_level))
		ereport(FATAL,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("invalid value for parameter \"wal_compression_level\": %d",
						wal_compression_level),
				 errdetail("No method has this level.")));
	current_method = codec;
	settings_ready = true;
}

/* ---------------------------------------------------------------------------
 * The log
 * ------------------------------------------------------------------------ */

static uint16
magic_of(int format)
{
	return format == WAL_FORMAT_EXTENDED ? XLOG_PAGE_MAGIC_EXTENDED : XLOG_PAGE_MAGIC;
}

bool
XLogExtendedActive(void)
{
	return XLogCtl->extendedActive;
}

/*
 * XLogPagesHaveImages
 *		Has every page that was changed since the last redo pointer had its image, or
 *		its beginning, logged since then?  If so, replay brings a page with a newer
 *		LSN to exactly the state before each record, whatever is on disk.
 *
 * Caller holds the lock of the page that it asks for.
 */
bool
XLogPagesHaveImages(void)
{
	XLogRecPtr redo;
	bool page_writes;

	GetFullPageWriteInfo(&redo, &page_writes);
	/* At wal_level minimal, files may be copied with the LSNs of their pages. */
	return XLogIsNeeded() && page_writes &&
		pg_atomic_read_u64(&XLogCtl->fpwOnSince) <= redo;
}

uint16
xlog_format_page_magic(XLogRecPtr page)
{
	return page >= XLogCtl->formatFrom ? XLogCtl->newMagic : XLogCtl->oldMagic;
}

/*
 * xlog_format_start
 *		The end of the log is known; nobody has inserted yet.
 *
 * log_magic: of the page that has the byte before endOfLog.  An end on a segment's
 * boundary leaves the next segment free to have either format.
 */
void
xlog_format_start(uint16 log_magic, XLogRecPtr endOfLog)
{
	uint32 offset = XLogSegmentOffset(endOfLog, wal_segment_size);

	Assert(log_magic == XLOG_PAGE_MAGIC || log_magic == XLOG_PAGE_MAGIC_EXTENDED);
	XLogCtl->oldMagic = log_magic;
	XLogCtl->newMagic = magic_of(wal_format);
	XLogCtl->formatFrom = offset == 0 || XLogCtl->oldMagic == XLogCtl->newMagic ? endOfLog : endOfLog - offset + wal_segment_size;
	XLogCtl->extendedActive = false;
}

/*
 * xlog_format_switch
 *		Let insertion go on in the wanted format.
 *
 * Called once, by the process that starts the log, when it may insert.  True if
 * the log had another format so far; the caller then logs the parameters and
 * sees to a checkpoint.
 */
bool
xlog_format_switch(void)
{
	bool changed = XLogCtl->oldMagic != XLogCtl->newMagic;

	if (changed)
	{
		if (GetXLogInsertRecPtr() < XLogCtl->formatFrom)
			RequestXLogSwitch(false);
		Assert(GetXLogInsertRecPtr() >= XLogCtl->formatFrom);
		ereport(LOG,
				(errmsg("WAL format is \"%s\" from %X/%X on",
						wal_format == WAL_FORMAT_EXTENDED ? "extended" : "postgres15",
						LSN_FORMAT_ARGS(XLogCtl->formatFrom))));
	}

	/* F2: what is seen after this store is inserted after the switch. */
	pg_memory_barrier();
	XLogCtl->extendedActive = wal_format == WAL_FORMAT_EXTENDED;
	return changed;
}
