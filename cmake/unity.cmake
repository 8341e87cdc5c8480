# compile_by_room(<target>): compiles the sources of a folder together, about 60 KB of them to a unit, so that headers and
# templates are paid for once a unit and not once a file. Files of one folder share their namespace, so a name in an
# unnamed namespace must be unique in its folder; the compiler says when one is not.

set(unit_bytes 60000)

function(compile_by_room target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(SORT sources)
  set(room "")
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    file(SIZE "${source}" size)
    if(NOT folder STREQUAL room)
      set(room "${folder}")
      set(number 0)
      set(bytes 0)
    elseif(bytes GREATER unit_bytes)
      math(EXPR number "${number} + 1")
      set(bytes 0)
    endif()
    math(EXPR bytes "${bytes} + ${size}")
    file(RELATIVE_PATH name "${CMAKE_SOURCE_DIR}" "${folder}")
    string(REPLACE "/" "_" name "${name}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${number}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
