# How the tool sql is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_sql=(sqlite)
inputs_sql=("$GUESTS/sql")

# The licences of what is linked into it, in the unpacked sources. SQLite is in the public domain: its authors give a blessing instead.
licences_sql=()

build_sql() {
  local source="$WORK/src/sqlite"
  unpack sqlite
  # Without SQLite's own code for Unix (OS_OTHER): vfs.c is in its place. Texts in double quotes (DQS) are mistakes more often than not.
  printf '%s\n' "$source/sqlite3.c" |
    compile "${THEIRS[@]}" -include "$GUESTS/sql/platform.h" -DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_TEMP_STORE=3 -DSQLITE_DEFAULT_MEMSTATUS=0 \
      -DSQLITE_MAX_MMAP_SIZE=0 -DSQLITE_DQS=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_OMIT_DEPRECATED \
      -DSQLITE_OMIT_PROGRESS_CALLBACK -DSQLITE_OMIT_TRACE -DSQLITE_USE_URI=0 -DSQLITE_LIKE_DOESNT_MATCH_BLOBS \
      -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS -DHAVE_LOCALTIME_R=1
  printf '%s\n' "$GUESTS"/sql/*.c | compile "${OURS[@]}" -isystem "$source"
  link "$1" "$TOOL_STACK" ./*.o -lm
}
