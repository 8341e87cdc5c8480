# One program bench_<stem> for each benchmarks/<stem>.cc; the target "benchmarks" builds them all.
# benchmarks/empty_process.cc is the reference of every ratio: a static C++ program that does nothing.

file(GLOB bench_sources CONFIGURE_DEPENDS benchmarks/*.cc)
add_custom_target(benchmarks)
foreach(source IN LISTS bench_sources)
  get_filename_component(stem "${source}" NAME_WE)
  add_executable(bench_${stem} EXCLUDE_FROM_ALL "${source}")
  if(stem STREQUAL "empty_process")
    target_link_libraries(bench_${stem} PRIVATE hivemind_options static_link)
  else()
    target_link_libraries(bench_${stem} PRIVATE hivemind_core static_link)
  endif()
  if(stem STREQUAL "codemap")
    target_compile_definitions(bench_${stem} PRIVATE HIVEMIND_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  endif()
  add_dependencies(benchmarks bench_${stem})
endforeach()
