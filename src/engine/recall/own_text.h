// Our own injected text, told apart from what a person wrote: a prompt that carries an earlier pack asks for nothing
// that is only in the pack.
#pragma once

#include <string>
#include <string_view>

namespace hm {

// The text without the elements that HiveMind puts before the model, whole or begun.
std::string without_own_text(std::string_view text);

}  // namespace hm
