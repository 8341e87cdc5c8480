// XML text that no content can break out of: markup is escaped, control characters are taken out.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string escape_xml(std::string_view text);

// For the text of an element alone, where quotation marks stand as they are: what is quoted there is quoted word for
// word.
std::string escape_xml_text(std::string_view text);

// name="value" with a space in front; nothing for an empty value.
std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace hm
