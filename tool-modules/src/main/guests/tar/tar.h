/* tar.h: the parts of the `tar` guest: archives read and made, in the formats of POSIX (ustar and pax) and with GNU's long names. */
#ifndef TAR_H
#define TAR_H

#include "../text/members.h"
#include "../text/packed.h"

/* The members of an archive; ends the tool where it is damaged. The content stays where it is. */
void read_archive(Text archive, Members *members);

/* Adds a file, or a directory with all below, and the end of the archive. */
void add_path(Buffer *archive, const char *path, bool verbose);
void add_end(Buffer *archive);

extern char **excluded; /* patterns of --exclude */
extern size_t excluded_count;
bool is_excluded(const char *path);

#endif
