#include "engine/shell/endless.h"

#include "engine/shell/call.h"

namespace hm::shell {
namespace {

constexpr int deepest = 100;

std::string_view text_of(TSNode node, std::string_view text) {
    const std::size_t begin = ts_node_start_byte(node);
    return text.substr(begin, ts_node_end_byte(node) - begin);
}

// Whether a node below, or the node itself, is one that the test takes.
template <class Test>
bool any_below(TSNode node, const Test& test, int depth = 0) {
    if (test(node)) return true;
    for (std::uint32_t i = 0; depth < deepest && i < ts_node_child_count(node); ++i) {
        if (any_below(ts_node_child(node, i), test, depth + 1)) return true;
    }
    return false;
}

bool is_type(TSNode node, std::string_view type) {
    return type == ts_node_type(node);
}

bool calls_any(TSNode node, std::string_view text, std::string_view programs) {
    return any_below(
        node, [&](TSNode each) { return is_type(each, "command_name") && is_listed(text_of(each, text), programs); });
}

bool starts_beside(TSNode node) {
    return any_below(node, [](TSNode each) { return is_type(each, "&"); });
}

bool is_always_true(std::string_view condition) {
    while (condition.ends_with(';') || condition.ends_with(' ') || condition.ends_with('\n'))
        condition.remove_suffix(1);
    for (const std::string_view known :
         {"true", ":", "/bin/true", "[ 1 ]", "[[ 1 ]]", "((1))", "(( 1 ))", "[ true ]", "! false", "test 1"}) {
        if (condition == known) return true;
    }
    return false;
}

}  // namespace

bool multiplies_itself(TSNode function, std::string_view text) {
    const TSNode name = ts_node_child_by_field_name(function, "name", 4);
    const TSNode body = ts_node_child_by_field_name(function, "body", 4);
    if (ts_node_is_null(name) || ts_node_is_null(body)) return false;
    const bool is_beside = any_below(body, [](TSNode each) { return is_type(each, "&") || is_type(each, "pipeline"); });
    return is_beside && calls_any(body, text, text_of(name, text));
}

bool grows_without_end(TSNode loop, std::string_view text) {
    const TSNode condition = ts_node_child_by_field_name(loop, "condition", 9);
    const TSNode body = ts_node_child_by_field_name(loop, "body", 4);
    if (ts_node_is_null(body)) return false;
    const std::string_view asked = ts_node_is_null(condition) ? "" : text_of(condition, text);
    const bool is_until = text_of(loop, text).starts_with("until");
    const bool is_endless = is_until ? asked.starts_with("false") : ts_node_is_null(condition) || is_always_true(asked);
    if (!is_endless || calls_any(body, text, "break exit return wait read kill")) return false;
    if (starts_beside(body)) return true;
    const bool writes = any_below(body, [&](TSNode each) {
        const std::string_view written = text_of(each, text);
        return is_type(each, "file_redirect") && written.find('>') != std::string_view::npos &&
               written.find('&') == std::string_view::npos && written.find("/dev/null") == std::string_view::npos;
    });
    return writes && !calls_any(body, text, "sleep");
}

}  // namespace hm::shell
