#include "store/schema_pages.h"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <vector>

#include "store/private_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_size = 4096;

struct Page {
    std::size_t number = 0;
    std::string bytes;
};

std::string read_page(std::ifstream& file, std::size_t number) {
    std::string bytes(page_size, '\0');
    file.seekg(static_cast<std::streamoff>((number - 1) * page_size));
    file.read(bytes.data(), static_cast<std::streamsize>(page_size));
    return bytes;
}

Result<std::vector<std::size_t>> schema_page_numbers(Connection& store) {
    HM_TRY_ASSIGN(Statement read,
                  store.prepare("SELECT pageno FROM dbstat WHERE name='sqlite_schema' ORDER BY pageno"));
    std::vector<std::size_t> numbers;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return numbers;
        numbers.push_back(static_cast<std::size_t>(read.integer(0)));
    }
}

Result<std::vector<Page>> pages_of_new_store(Migrations migrations, const fs::path& scratch, Deadline deadline) {
    std::vector<std::size_t> numbers;
    {
        HM_TRY_ASSIGN(auto store, Connection::open(scratch.string(), OpenMode::create, deadline));
        HM_TRY(migrate(*store, migrations));
        HM_TRY_ASSIGN(numbers, schema_page_numbers(*store));
    }
    std::vector<Page> pages;
    std::ifstream file(scratch, std::ios::binary);
    for (const std::size_t number : numbers) pages.push_back({number, read_page(file, number)});
    return pages;
}

void write_number(std::string& bytes, std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(value >> (8 * (3 - i)));
}

}  // namespace

bool has_whole_schema(Connection& damaged) {
    const auto version = read_schema_version(damaged);
    if (!version || *version == 0) return false;
    auto read = damaged.prepare("SELECT name, rootpage, sql FROM sqlite_schema");
    if (!read) return false;
    while (true) {
        const auto has_row = read->step();
        if (!has_row) return false;
        if (!*has_row) return true;
    }
}

Result<void> replace_schema_pages(const fs::path& damaged, Migrations migrations, const fs::path& scratch,
                                  Deadline deadline) {
    auto pages = pages_of_new_store(migrations, scratch, deadline);
    remove_database(scratch);
    if (!pages) return fail(std::move(pages).error());
    std::error_code error;
    const std::size_t page_count = fs::file_size(damaged, error) / page_size;
    std::fstream file(damaged, std::ios::binary | std::ios::in | std::ios::out);
    for (Page& page : *pages) {
        if (page.number > page_count) continue;
        if (page.number == 1) {
            constexpr std::size_t size_in_pages = 28;
            constexpr std::size_t first_free_page = 32;
            constexpr std::size_t free_pages = 36;
            write_number(page.bytes, size_in_pages, page_count);
            write_number(page.bytes, first_free_page, 0);
            write_number(page.bytes, free_pages, 0);
        }
        file.seekp(static_cast<std::streamoff>((page.number - 1) * page_size));
        file.write(page.bytes.data(), static_cast<std::streamsize>(page_size));
    }
    file.flush();
    if (file) return {};
    return fail(ErrorCode::io, fmt::format("Cannot write {}.", damaged.string()), "Free some space and try again.");
}

}  // namespace hm
