#include "app/command/noun_commands.h"

#include <algorithm>

#include "base/strings.h"
#include "view/record_text.h"

namespace hm {

Receipt noun_receipt(std::string_view act, std::string_view noun, const json::object& record,
                     const std::optional<Id>& task_id) {
    constexpr std::size_t longest_headline = 80;
    const std::string headline = shorten(headline_of(record), longest_headline);
    return Receipt{headline.empty() ? fmt::format("{} {}.", act, spoken(noun))
                                    : fmt::format("{} {} \"{}\".", act, spoken(noun), headline),
                   Id::trusted(std::string(record.at("id").get_string())), task_id};
}

Result<json::object> input_object(const json::value& input, std::string_view what) {
    if (input.is_object()) return input.get_object();
    return fail(ErrorCode::invalid_input, fmt::format("The input of {} is no object.", what),
                "Send an object with the fields that --help lists.");
}

void check_members(const json::object& object, const Shape& shape, Decoder& decoder) {
    for (const FieldShape& field : shape.fields) {
        if (field.presence == Presence::optional || object.contains(field.name)) continue;
        decoder.within(field.name, [&] { decoder.add_error("Missing."); });
    }
    refuse_unknown(object, shape, decoder);
}

std::vector<Command> noun_commands() {
    std::vector<Command> all;
    for (const auto commands : {
             &plan_commands,
             &phase_commands,
             &task_commands,
             &trajectory_commands,
             &decision_commands,
             &artifact_commands,
             &knowledge_commands,
             &comment_commands,
             &delegation_commands,
             &swarm_commands,
             &turning_point_commands,
             &memory_commands,
             &anchor_commands,
             &session_commands,
         }) {
        for (const Command& command : commands()) all.push_back(command);
    }
    return all;
}

std::string spoken(std::string_view noun) {
    std::string words(noun);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

std::string typed(std::string_view noun) {
    std::string word(noun);
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

std::string spoken_plural(const Table& table) {
    return spoken(table.name);
}

}  // namespace hm
