/*
 * members.h: what is in an archive, and how it comes out of it.
 *
 * An archive is somebody else's word. All of it is looked at before anything is written, and it comes out whole or not at all: names that lead
 * out, names that come twice, links that lead out, and what is neither file, directory nor link make the tool refuse the archive. Links are made
 * last, so that no file of the archive is written through one, and nothing is written through a link that was there before.
 */
#ifndef TEXT_MEMBERS_H
#define TEXT_MEMBERS_H

#include "base.h"

typedef enum { FILE_MEMBER, DIRECTORY_MEMBER, LINK_MEMBER, OTHER_MEMBER } MemberKind;

typedef struct {
    char *name; /* as the archive has it until check_members */
    MemberKind kind;
    Text content; /* of a file */
    char *target; /* of a link */
    int64_t time; /* seconds since 1970 */
} Member;

typedef struct {
    Member *at;
    size_t count, room;
} Members;

typedef enum { REPLACE, KEEP, REFUSE } IfThere;

void add_member(Members *members, Member member);

/* Takes `strip` leading directories off the names, leaves out what then has none, and ends the tool with status 2 where something is wrong. */
void check_members(Members *members, size_t strip);

/* Writes all below a directory, which is made if it is not there. */
void write_members(const Members *members, const char *directory, IfThere if_there, bool verbose);

#endif
