#include "view/four_parts.h"

namespace hm {
namespace {

// Why, when the error itself says no more than its code.
std::string_view usual_reason(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_input: return "The input does not have the form that is needed. Nothing was changed.";
        case ErrorCode::not_found: return "Nothing of that name or id is in this project.";
        case ErrorCode::conflict: return "It does not fit what is stored now. Nothing was changed.";
        case ErrorCode::refused: return "It is not allowed here.";
        case ErrorCode::not_initialised: return "HiveMind works only in a project that was made one.";
        case ErrorCode::busy: return "Another process was writing for longer than this one may wait.";
        case ErrorCode::corrupt: return "The store cannot be trusted as it is.";
        case ErrorCode::newer_version: return "A newer HiveMind has written it.";
        case ErrorCode::read_only: return "The store must be writable, even to be read.";
        case ErrorCode::disk_full: return "There is no room left to write.";
        case ErrorCode::store_failed: return "The operating system or the disk did not allow it.";
        case ErrorCode::unsupported: return "This program does not know it.";
        case ErrorCode::io: return "The operating system did not allow it.";
    }
    return {};
}

}  // namespace

FourParts four_parts(const Error& error) {
    return {error.what, error.why.empty() ? std::string(usual_reason(error.code)) : error.why, error.remedy,
            error.evidence};
}

std::string to_text(const FourParts& parts) {
    std::string text = "WHAT: " + parts.what + "\n";
    if (!parts.why.empty()) text += "WHY: " + parts.why + "\n";
    if (!parts.use_instead.empty()) text += "USE INSTEAD: " + parts.use_instead + "\n";
    if (parts.evidence.size() == 1) text += "EVIDENCE: " + parts.evidence.front() + "\n";
    if (parts.evidence.size() > 1) {
        text += "EVIDENCE:\n";
        for (const std::string& line : parts.evidence) text += "  - " + line + "\n";
    }
    return text;
}

json::object to_json(const FourParts& parts) {
    json::array evidence;
    for (const std::string& line : parts.evidence) evidence.emplace_back(line);
    return {{"what", parts.what}, {"why", parts.why}, {"use_instead", parts.use_instead}, {"evidence", evidence}};
}

}  // namespace hm
