# conformance_server: our HTTP server with the fixtures of the public MCP conformance suite; see tests/conformance.
# Only ./check --clients and tests/conformance/run ask for it.

file(GLOB conformance_sources CONFIGURE_DEPENDS tests/conformance/*.cc)
add_executable(conformance_server EXCLUDE_FROM_ALL ${conformance_sources})
target_include_directories(conformance_server PRIVATE tests)
target_link_libraries(conformance_server PRIVATE hivemind_core static_link)
precompile_common_headers(conformance_server)
