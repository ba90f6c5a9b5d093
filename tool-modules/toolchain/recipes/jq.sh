# How the tool jq is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_jq=(jq oniguruma)
inputs_jq=("$GUESTS/jq" "$GUESTS/onig")

# The licences of what is linked into it, in the unpacked sources.
licences_jq=(jq/COPYING oniguruma/COPYING)

build_jq() {
  local source="$WORK/src/jq" regex="$WORK/src/oniguruma/src" generated="$WORK/src/jq-generated"
  unpack jq
  unpack oniguruma
  # As jq's makefile does: its library becomes a string.
  mkdir -p "$generated/src"
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' "$source/src/builtin.jq" >"$generated/src/builtin.inc"
  local jq_flags=(-D_WASI_EMULATED_SIGNAL -isystem "$GUESTS/jq/shims" -isystem "$source/src" -isystem "$regex")
  {
    printf '%s\n' "$source"/src/{builtin,bytecode,compile,execute,jv,jv_alloc,jv_aux,jv_dtoa,jv_dtoa_tsd,jv_file,jv_parse,jv_print}.c
    printf '%s\n' "$source"/src/{jv_unicode,linker,locfile,util,lexer,parser,main,decNumber/decContext,decNumber/decNumber}.c
  } | compile "${THEIRS[@]}" "${jq_flags[@]}" -include "$GUESTS/jq/config.h" -include "$GUESTS/jq/shims/wasi.h" \
    -I "$GUESTS/jq" -I "$generated" -I "$source"
  printf '%s\n' "$GUESTS"/jq/*.c | compile "${OURS[@]}" "${jq_flags[@]}"
  {
    printf '%s\n' "$regex"/{regparse,regcomp,regexec,regenc,regerror,regext,regsyntax,regtrav,regversion,st,ascii,utf8,onig_init}.c
    printf '%s\n' "$regex"/unicode{,_unfold_key,_fold1_key,_fold2_key,_fold3_key}.c
  } | compile "${THEIRS[@]}" -DHAVE_CONFIG_H -I "$GUESTS/onig"
  link "$1" "$TOOL_STACK" ./*.o -lm -lwasi-emulated-signal
}
