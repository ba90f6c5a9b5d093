/* paths.h: names that come from somebody else, such as those in an archive or a patch, before anything is written under them. */
#ifndef TEXT_PATHS_H
#define TEXT_PATHS_H

#include "base.h"

/*
 * Whether a name stays below the directory that it is meant for: not absolute, without "..", not empty, without control characters and
 * backslashes. Otherwise `why` says what is wrong. "." and empty components are taken out of `name`.
 */
bool tame(char *name, const char **why);

/* Whether a directory on the way to `path`, or the last component if `last`, is a link, so that writing would end up elsewhere. */
bool leads_through_link(const char *path, bool last);

/* Makes the directories that `path` needs; false with errno. */
bool make_parents(const char *path);

#endif
