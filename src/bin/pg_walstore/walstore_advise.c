#include "postgres_fe.h"
#include "common/logging.h"
#include "walstore_tool.h"
int
command_advise(int argc, char **argv)
{
	pg_log_error("advise: later");
	return 1;
}
