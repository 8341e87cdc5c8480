# GoogleTest programs, each test case a ctest of its own:
#
#   hivemind_tests    x_test.cc beside x.cc, tests/transcripts/, tests/lists/ and tests/days/
#   hivemind_stress   tests/stress/, label "stress": many processes of the built program
#
# GoogleTest is not needed to build the program, so a missing one only leaves out these targets;
# ./check asks for them by name and fails without them.

find_package(GTest QUIET)
if(NOT GTest_FOUND)
  message(STATUS "GoogleTest is not installed: no test programs")
  return()
endif()

include(GoogleTest)
enable_testing()

file(GLOB support_sources CONFIGURE_DEPENDS tests/support/*.cc)
file(GLOB transcript_sources CONFIGURE_DEPENDS tests/transcripts/*.cc)
file(GLOB list_sources CONFIGURE_DEPENDS tests/lists/*.cc)
file(GLOB day_sources CONFIGURE_DEPENDS tests/days/*.cc)
file(GLOB stress_sources CONFIGURE_DEPENDS tests/stress/*.cc)

add_library(test_support INTERFACE)
target_include_directories(test_support INTERFACE tests)
target_link_libraries(test_support INTERFACE hivemind_core GTest::gtest_main)
# For this file alone, so that ccache knows the other ones again in another checkout.
set_source_files_properties(tests/support/places.cc PROPERTIES COMPILE_DEFINITIONS
  "HIVEMIND_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\";HIVEMIND_BINARY=\"$<TARGET_FILE:hivemind>\"")

function(add_test_program name label)
  add_executable(${name} ${ARGN} ${support_sources})
  target_link_libraries(${name} PRIVATE test_support)
  precompile_common_headers(${name})
  compile_by_room(${name})
  if(TARGET hivemind)
    add_dependencies(${name} hivemind)
  endif()
  gtest_discover_tests(${name}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label})
endfunction()

if(unit_test_sources OR transcript_sources)
  add_test_program(hivemind_tests unit ${unit_test_sources} ${transcript_sources} ${list_sources} ${day_sources})
endif()
if(stress_sources)
  add_test_program(hivemind_stress stress ${stress_sources})
endif()
