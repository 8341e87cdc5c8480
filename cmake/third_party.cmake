# Code of others: SQLite and tree-sitter, compiled here from the sources of npm packages, and Debian's headers.

set(sqlite_dir "${CMAKE_SOURCE_DIR}/deps/node_modules/better-sqlite3/deps/sqlite3")
if(NOT EXISTS "${sqlite_dir}/sqlite3.c")
  message(FATAL_ERROR "The SQLite sources are missing. Run ./hivemind, or: npm ci --prefix deps")
endif()

add_library(sqlite3 STATIC "${sqlite_dir}/sqlite3.c")
target_include_directories(sqlite3 SYSTEM PUBLIC "${sqlite_dir}")
# Instrumented at -O2 it would take as long to compile as everything else together.
target_compile_options(sqlite3 PRIVATE -w $<IF:$<BOOL:${HIVEMIND_SANITIZE}>,-O1,-O2>)
# Only options that work on a ready-made amalgamation: what changes the grammar or the opcodes
# (SQLITE_OMIT_TRIGGER and the like) would need SQLite's own generator. No program of ours has a second thread.
target_compile_definitions(sqlite3 PRIVATE
  HAVE_FDATASYNC=1
  HAVE_GMTIME_R=1
  HAVE_LOCALTIME_R=1
  HAVE_STRCHRNUL=1
  HAVE_USLEEP=1
  SQLITE_DEFAULT_FOREIGN_KEYS=1
  SQLITE_DEFAULT_MEMSTATUS=0
  SQLITE_DEFAULT_PCACHE_INITSZ=0
  SQLITE_DEFAULT_WAL_SYNCHRONOUS=1
  SQLITE_DQS=0
  SQLITE_ENABLE_DBPAGE_VTAB
  SQLITE_ENABLE_DBSTAT_VTAB
  SQLITE_ENABLE_FTS5
  SQLITE_ENABLE_MATH_FUNCTIONS
  SQLITE_LIKE_DOESNT_MATCH_BLOBS
  SQLITE_MAX_EXPR_DEPTH=0
  SQLITE_OMIT_DEPRECATED
  SQLITE_OMIT_LOAD_EXTENSION
  SQLITE_OMIT_SHARED_CACHE
  SQLITE_STRICT_SUBTYPE=1
  SQLITE_TEMP_STORE=2
  SQLITE_THREADSAFE=0
  SQLITE_TRUSTED_SCHEMA=0
  SQLITE_USE_ALLOCA)
target_link_libraries(sqlite3 PRIVATE m Threads::Threads)

# tree-sitter and its grammar of the shell: what a command would do is told by parsing it.
set(tree_sitter_dir "${CMAKE_SOURCE_DIR}/deps/node_modules/tree-sitter/vendor/tree-sitter/lib")
set(tree_sitter_bash_dir "${CMAKE_SOURCE_DIR}/deps/node_modules/tree-sitter-bash/src")
if(NOT EXISTS "${tree_sitter_dir}/src/lib.c" OR NOT EXISTS "${tree_sitter_bash_dir}/parser.c")
  message(FATAL_ERROR "The tree-sitter sources are missing. Run ./hivemind, or: npm ci --prefix deps")
endif()
add_library(tree_sitter STATIC
  "${tree_sitter_dir}/src/lib.c" "${tree_sitter_bash_dir}/parser.c" "${tree_sitter_bash_dir}/scanner.c")
target_include_directories(tree_sitter SYSTEM PUBLIC "${tree_sitter_dir}/include")
target_include_directories(tree_sitter SYSTEM PRIVATE "${tree_sitter_dir}/src" "${tree_sitter_bash_dir}")
target_compile_options(tree_sitter PRIVATE -w)

# Boost, fmt and xxHash are used as headers; src/base compiles Boost.JSON and fmt once.
find_path(boost_json_dir boost/json/src.hpp REQUIRED)
find_path(fmt_dir fmt/format-inl.h REQUIRED)
find_path(xxhash_dir xxhash.h REQUIRED)
