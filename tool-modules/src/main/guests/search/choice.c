/* Which files -g and -t let through. */
#include "../text/glob.h"
#include "search.h"

typedef struct {
    char *pattern;
    bool excluding, ignore_case;
} Glob;

typedef struct {
    const char *name, *patterns;
} Type;

static const Type types[] = {{"asm", "*.asm *.s *.S"},
                             {"c", "*.c *.h *.H *.cats"},
                             {"clojure", "*.clj *.cljc *.cljs *.edn"},
                             {"cmake", "*.cmake CMakeLists.txt"},
                             {"cpp", "*.C *.H *.cc *.cpp *.cxx *.h *.hh *.hpp *.hxx *.inl"},
                             {"cs", "*.cs"},
                             {"css", "*.css *.scss *.sass *.less"},
                             {"csv", "*.csv *.tsv"},
                             {"dart", "*.dart"},
                             {"docker", "*Dockerfile*"},
                             {"elixir", "*.ex *.exs *.eex"},
                             {"go", "*.go"},
                             {"gradle", "*.gradle *.gradle.kts"},
                             {"groovy", "*.groovy *.gradle"},
                             {"haskell", "*.hs *.lhs *.cabal"},
                             {"html", "*.html *.htm"},
                             {"java", "*.java *.jsp *.properties"},
                             {"js", "*.js *.jsx *.mjs *.cjs *.vue"},
                             {"json", "*.json *.jsonl *.ndjson"},
                             {"kotlin", "*.kt *.kts"},
                             {"log", "*.log"},
                             {"lua", "*.lua"},
                             {"make", "Makefile makefile GNUmakefile *.mk *.mak"},
                             {"md", "*.md *.markdown *.mdx"},
                             {"perl", "*.pl *.pm *.t"},
                             {"php", "*.php *.phtml"},
                             {"protobuf", "*.proto"},
                             {"py", "*.py *.pyi"},
                             {"r", "*.r *.R *.Rmd"},
                             {"rst", "*.rst"},
                             {"ruby", "*.rb *.gemspec Gemfile Rakefile"},
                             {"rust", "*.rs"},
                             {"scala", "*.scala *.sbt"},
                             {"sh", "*.sh *.bash *.zsh .bashrc .profile"},
                             {"sql", "*.sql"},
                             {"swift", "*.swift"},
                             {"tex", "*.tex *.bib *.sty"},
                             {"toml", "*.toml Cargo.lock"},
                             {"ts", "*.ts *.tsx *.mts *.cts"},
                             {"txt", "*.txt"},
                             {"wasm", "*.wat *.wasm *.wast"},
                             {"xml", "*.xml *.xsd *.xsl *.xslt *.svg *.pom"},
                             {"yaml", "*.yaml *.yml"},
                             {"zig", "*.zig"}};

static Glob *globs, *type_globs;
static size_t glob_count, type_count;
static bool choosing, choosing_types; /* some pattern lets files through, so that others stay out */

static void add(Glob **list, size_t *count, Glob glob)
{
    *list = regrab(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = glob;
}

void add_glob(const char *pattern, bool ignore_case)
{
    bool excluding = *pattern == '!';
    size_t count;
    pattern += excluding;
    choosing |= !excluding;
    char **plain = glob_braces(pattern, &count);
    for (size_t i = 0; i < count; i++) {
        Buffer anchored = {0};
        const char *one = plain[i];
        if (!strchr(one, '/'))
            append_text(&anchored, "**/");
        append_text(&anchored, one + (*one == '/'));
        add(&globs, &glob_count, (Glob){terminated(&anchored), excluding, ignore_case});
    }
}

bool add_type(const char *name, bool excluded)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) != 0)
            continue;
        char *patterns = strdup(types[i].patterns);
        for (char *one = strtok(patterns, " "); one; one = strtok(NULL, " "))
            add(&type_globs, &type_count, (Glob){one, excluded, false});
        choosing_types |= !excluded;
        return true;
    }
    return false;
}

void print_types(void)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        put_text(types[i].name);
        put_text(": ");
        put_text(types[i].patterns);
        put_char('\n');
    }
}

/* 1 let through, -1 shut out, 0 not mentioned: the last pattern that matches decides. */
static int verdict(const Glob *list, size_t count, const char *text)
{
    for (size_t i = count; i > 0; i--)
        if (glob_match(list[i - 1].pattern, text, list[i - 1].ignore_case ? GLOB_IGNORE_CASE : 0))
            return list[i - 1].excluding ? -1 : 1;
    return 0;
}

bool is_chosen(const char *path, const char *name, bool is_directory)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    int by_glob = verdict(globs, glob_count, path + (*path == '/'));
    if (by_glob < 0 || is_directory)
        return by_glob >= 0;
    int by_type = verdict(type_globs, type_count, name);
    return (by_glob > 0 || !choosing) && by_type >= 0 && (by_type > 0 || !choosing_types);
}
