// What all texts are made with: ages, plain text, token estimates, XML, the four parts of an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"

namespace hm {

// How long ago, in the one unit that says enough: 12m, 5h, 3d. Never finer than a minute, so that a text with
// ages in it stays the same from one request to the next.

std::string coarse_age(Duration age);

// Stored text made safe for a terminal: control characters and line breaks become spaces, so that nothing
// stored can move the cursor or colour the screen.

std::string plain_text(std::string_view text);

// How many tokens a text is worth to a model, as far as can be told without its vocabulary: four plain characters a
// token, three where the text is dense with digits and signs, one character of another script each.

std::size_t estimate_tokens(std::string_view text);

// The most characters that surely stay within that many tokens, for setting a ceiling.
constexpr std::size_t characters_within_tokens(std::size_t tokens) {
    return tokens * 3;
}

// XML text that no content can break out of: markup is escaped, control characters are taken out.

std::string escape_xml(std::string_view text);

// For the text of an element alone, where quotation marks stand as they are: what is quoted there is quoted word for
// word.
std::string escape_xml_text(std::string_view text);

// name="value" with a space in front; nothing for an empty value.
std::string xml_attribute(std::string_view name, std::string_view value);

// The four parts every refusal and every error has: WHAT was refused, WHY, what to USE INSTEAD, and the
// EVIDENCE. Agents and people read the same shape everywhere.

struct FourParts {
    std::string what;
    std::string why;
    std::string use_instead;
    std::vector<std::string> evidence;
};

FourParts four_parts(const Error& error);

std::string to_text(const FourParts& parts);
json::object to_json(const FourParts& parts);

}  // namespace hm
