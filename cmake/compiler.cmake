# Language, warnings, sanitizers and the tools that make the build fast.
#
#   hivemind_options   what our own code is compiled with
#   static_link        what a program that must start fast is linked with

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# ccache looks at paths relative to the checkout, so two checkouts share what they compile.
find_program(ccache_program ccache)
if(ccache_program)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache_program})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# Sanitizer run-times are linked the compiler's own way; mold serves the other builds.
find_program(mold_program mold)
if(mold_program AND NOT HIVEMIND_SANITIZE)
  add_link_options(-fuse-ld=mold)
endif()

# No path of the building machine may end up in the program.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

if(HIVEMIND_SANITIZE)
  add_compile_options(-fsanitize=address -fno-omit-frame-pointer)
  # At a fixed address: what the sanitizers know of every line would be relocated at every start, a third of a second each.
  add_link_options(-fsanitize=address,undefined -no-pie)
endif()

find_package(Threads REQUIRED)

# A designated initializer leaves members out on purpose, so that one warning of -Wextra is off.
add_library(hivemind_options INTERFACE)
target_compile_options(hivemind_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Wno-missing-field-initializers>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${HIVEMIND_WERROR}>>:-Werror>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${HIVEMIND_SANITIZE}>>:-fsanitize=undefined -fno-sanitize-recover=all>)
target_compile_definitions(hivemind_options INTERFACE _GLIBCXX_ASSERTIONS)
target_link_libraries(hivemind_options INTERFACE Threads::Threads)

# Headers of others that nearly every file of ours includes, read once for a target instead of once for a file.
function(precompile_common_headers target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <expected> <filesystem> <functional> <map> <memory> <optional> <string> <string_view> <variant>
    <vector> <boost/json.hpp> <fmt/format.h>)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endfunction()

add_library(static_link INTERFACE)
if(HIVEMIND_STATIC)
  target_link_options(static_link INTERFACE -static)
endif()

# The debug information, five sixths of a program, goes into a file beside it, where gdb finds it. The program itself
# is copied: what a linker wrote here and there is mapped page by page, and starts a quarter of a millisecond later
# than what was written from its beginning to its end.
function(keep_debug_information_beside target)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_OBJCOPY} --only-keep-debug ${target} ${target}.debug
    COMMAND ${CMAKE_OBJCOPY} --strip-debug --add-gnu-debuglink=${target}.debug ${target} ${target}.linked
    COMMAND cp ${target}.linked ${target}.copied
    COMMAND ${CMAKE_COMMAND} -E rename ${target}.copied ${target}
    COMMAND ${CMAKE_COMMAND} -E remove ${target}.linked)
endfunction()

# What a start runs through lies side by side in the program, in the order of cmake/start_order.txt: a page of code costs
# a fault and its mapping, and scattered over the whole program they were a tenth of a cold start. Of the linkers that
# Debian 12 has, gold is the one that takes an order.
function(order_by_start target)
  find_program(gold_program ld.gold)
  if(NOT gold_program)
    message(STATUS "ld.gold is not here: the program is linked in no special order")
    return()
  endif()
  set(order "${CMAKE_SOURCE_DIR}/cmake/start_order.txt")
  target_link_options(${target} PRIVATE -fuse-ld=gold "-Wl,--section-ordering-file=${order}")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${order}")
endfunction()
