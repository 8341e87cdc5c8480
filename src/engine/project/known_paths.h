// The files of a project as paths, and what a path that somebody wrote down may mean among them. Pure.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hm {

class KnownPaths {
public:
    KnownPaths() = default;
    explicit KnownPaths(const std::vector<std::string>& files);

    // Also there, though not listed, such as what is behind a link or ignored.
    void add_unlisted(std::string path);

    // A file or a folder.
    bool has(std::string_view path) const;
    bool has_file(std::string_view path) const { return files_.contains(path); }
    bool has_folder(std::string_view path) const { return folders_.contains(path); }

    // What a link of a document leads to, an ending or a folder's first page left out by custom.
    std::optional<std::string> led_to(std::string_view path) const;
    // The files whose paths end so: "bus.h" and "app/bus/bus.h" of "src/app/bus/bus.h". At most ten.
    std::vector<std::string> ending_in(std::string_view path) const;
    // The document that a wiki calls by this name, whatever the case and the blanks.
    std::optional<std::string> wiki_page(std::string_view name) const;

private:
    std::set<std::string, std::less<>> files_;
    std::set<std::string, std::less<>> folders_;
    std::set<std::string, std::less<>> unlisted_;
    std::multimap<std::string, std::string, std::less<>> by_name_;  // the last part of each path
    std::map<std::string, std::string, std::less<>> wiki_pages_;
};

}  // namespace hm
