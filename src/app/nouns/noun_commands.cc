#include "app/nouns/noun_commands.h"

#include "base/utf8.h"
#include "view/any_record_text.h"

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

}  // namespace hm
