#include "store/line_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace hm {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> cannot_read(const fs::path& file) {
    return fail(ErrorCode::io, fmt::format("Cannot read {}: {}.", file.string(), std::strerror(errno)),
                "Make it readable and try again.");
}

class LineSplitter {
public:
    explicit LineSplitter(const std::function<Result<void>(std::string_view, bool)>& visit) : visit_(visit) {}

    Result<void> add(std::string_view piece) {
        while (!piece.empty()) {
            const std::size_t end = piece.find('\n');
            keep(piece.substr(0, end));
            if (end == std::string_view::npos) return {};
            HM_TRY(give(true));
            piece.remove_prefix(end + 1);
        }
        return {};
    }

    Result<void> finish() { return line_.empty() ? Result<void>() : give(false); }

private:
    void keep(std::string_view part) {
        const std::size_t room = max_line_bytes - line_.size();
        is_cut_ = is_cut_ || part.size() > room;
        line_ += part.substr(0, room);
    }

    Result<void> give(bool has_end) {
        const bool is_whole = has_end && !is_cut_;
        HM_TRY(visit_(line_, is_whole));
        line_.clear();
        is_cut_ = false;
        return {};
    }

    const std::function<Result<void>(std::string_view, bool)>& visit_;
    std::string line_;
    bool is_cut_ = false;
};

}  // namespace

Result<bool> for_each_line(const fs::path& file,
                           const std::function<Result<void>(std::string_view line, bool is_whole)>& visit) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    std::ifstream in(file, std::ios::binary);
    if (!in) return cannot_read(file);
    LineSplitter splitter(visit);
    std::array<char, 64 * 1024> piece{};
    while (in) {
        in.read(piece.data(), piece.size());
        HM_TRY(splitter.add({piece.data(), static_cast<std::size_t>(in.gcount())}));
    }
    if (in.bad()) return cannot_read(file);
    HM_TRY(splitter.finish());
    return true;
}

Result<std::optional<std::string>> read_bounded_file(const fs::path& file, std::size_t max_bytes) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    if (fs::file_size(file, error) > max_bytes) {
        return fail(ErrorCode::invalid_input, fmt::format("{} has more than {} bytes.", file.string(), max_bytes),
                    "Split it, or leave it out.");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) return cannot_read(file);
    // In blocks: letter by letter takes longer than all that is done with the text.
    std::string text;
    constexpr std::size_t block = 64 * 1024;
    while (in && text.size() <= max_bytes) {
        const std::size_t before = text.size();
        text.resize(before + block);
        in.read(text.data() + before, static_cast<std::streamsize>(block));
        text.resize(before + static_cast<std::size_t>(in.gcount()));
    }
    return text;
}

std::string first_bytes(const fs::path& file, std::size_t limit) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    std::ifstream in(file, std::ios::binary);
    std::string text(limit, '\0');
    in.read(text.data(), static_cast<std::streamsize>(limit));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

}  // namespace hm
