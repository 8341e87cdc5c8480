#include "base/redact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace hm {
namespace {

bool is_token_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '/' || c == '+' || c == '=' || c == '~';
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

struct TokenShape {
    std::string_view prefix;
    std::size_t least_length;  // of the whole token
    std::string_view kind;
};

constexpr std::array<TokenShape, 28> token_shapes{{
    {"AKIA", 20, "aws key"},
    {"ASIA", 20, "aws key"},
    {"ghp_", 30, "github token"},
    {"gho_", 30, "github token"},
    {"ghu_", 30, "github token"},
    {"ghs_", 30, "github token"},
    {"ghr_", 30, "github token"},
    {"github_pat_", 30, "github token"},
    {"glpat-", 20, "gitlab token"},
    {"sk-ant-", 20, "api key"},
    {"sk-proj-", 20, "api key"},
    {"sk-or-", 20, "api key"},
    {"sk-", 24, "api key"},
    {"sk_live_", 20, "stripe key"},
    {"sk_test_", 20, "stripe key"},
    {"rk_live_", 20, "stripe key"},
    {"whsec_", 20, "webhook secret"},
    {"xoxb-", 20, "slack token"},
    {"xoxp-", 20, "slack token"},
    {"xoxa-", 20, "slack token"},
    {"xapp-", 20, "slack token"},
    {"AIza", 35, "google key"},
    {"ya29.", 20, "google token"},
    {"npm_", 30, "npm token"},
    {"pypi-", 30, "pypi token"},
    {"hf_", 30, "hugging face token"},
    {"dop_v1_", 30, "digitalocean token"},
    {"SG.", 40, "sendgrid key"},
}};

// Names whose value is a secret whatever it looks like.
constexpr std::array<std::string_view, 12> secret_names{"password",   "passwd",      "pwd",          "secret",
                                                        "api_key",    "apikey",      "access_key",   "auth_token",
                                                        "secret_key", "private_key", "access_token", "client_secret"};

char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string mark(std::string_view kind) {
    return "[redacted: " + std::string(kind) + "]";
}

std::string_view token_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_token_character(text[end])) ++end;
    return text.substr(at, end - at);
}

// Bits per character; random letters and digits have more than 3.5, words and paths fewer.
double entropy(std::string_view text) {
    std::array<std::size_t, 256> counts{};
    for (const char c : text) ++counts[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const std::size_t count : counts) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(text.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

bool is_jwt(std::string_view token) {
    return token.starts_with("eyJ") && token.size() > 40 && std::count(token.begin(), token.end(), '.') == 2;
}

std::string_view known_kind(std::string_view token) {
    if (is_jwt(token)) return "json web token";
    for (const TokenShape& shape : token_shapes) {
        if (token.starts_with(shape.prefix) && token.size() >= shape.least_length) return shape.kind;
    }
    return {};
}

// The length of a PEM private key that begins here, to the end of the text when its end is missing.
std::size_t private_key_length(std::string_view rest) {
    if (!rest.starts_with("-----BEGIN ")) return 0;
    const std::size_t head_end = rest.find("-----", 11);
    if (head_end == std::string_view::npos || rest.substr(0, head_end).find("PRIVATE KEY") == std::string_view::npos) {
        return 0;
    }
    const std::size_t end = rest.find("-----END ", head_end);
    if (end == std::string_view::npos) return rest.size();
    const std::size_t close = rest.find("-----", end + 9);
    return close == std::string_view::npos ? rest.size() : close + 5;
}

bool names_a_secret(std::string_view name) {
    std::string lower;
    for (const char c : name) lower += c == '-' ? '_' : to_lower(c);
    return std::any_of(secret_names.begin(), secret_names.end(),
                       [&](std::string_view secret) { return std::string_view(lower).ends_with(secret); });
}

struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The value behind `name=`, `name: ` or `"name": "` whose name ends at `name_end`; empty when there is none.
Span assigned_value(std::string_view text, std::size_t name_end) {
    std::size_t at = name_end;
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
    while (at < text.size() && text[at] == ' ') ++at;
    if (at >= text.size() || (text[at] != '=' && text[at] != ':')) return {};
    ++at;
    while (at < text.size() && text[at] == ' ') ++at;
    const char quote = at < text.size() && (text[at] == '"' || text[at] == '\'') ? text[at] : '\0';
    if (quote != '\0') {
        const std::size_t close = text.find(quote, at + 1);
        return {at + 1, close == std::string_view::npos ? text.size() : close};
    }
    std::size_t end = at;
    while (end < text.size() && !std::isspace(static_cast<unsigned char>(text[end])) && text[end] != ',' &&
           text[end] != ';') {
        ++end;
    }
    return {at, end};
}

bool is_worth_hiding(std::string_view value) {
    const bool refers_elsewhere = value.starts_with("$") || value.starts_with("[redacted") || value.starts_with("<") ||
                                  value.starts_with("process.env");
    return value.size() >= 4 && !refers_elsewhere;
}

bool looks_random(std::string_view value) {
    const bool has_digit = std::any_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool has_letter =
        std::any_of(value.begin(), value.end(), [](char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; });
    const bool is_one_token = std::all_of(value.begin(), value.end(), is_token_character);
    return value.size() >= 24 && has_digit && has_letter && is_one_token && value.find('/') == std::string_view::npos &&
           entropy(value) > 4.0;
}

bool speaks_of_a_key(std::string_view name) {
    std::string lower;
    for (const char c : name) lower += to_lower(c);
    return lower.find("token") != std::string::npos || lower.find("key") != std::string::npos ||
           lower.find("secret") != std::string::npos || lower.find("credential") != std::string::npos;
}

// Scans the text once; at each place the most certain sign of a secret decides.
class Redactor {
public:
    explicit Redactor(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) {
            if (!take_private_key() && !take_address_password() && !take_word()) out_ += text_[at_++];
        }
        return std::move(out_);
    }

private:
    bool take_private_key() {
        const std::size_t length = text_[at_] == '-' ? private_key_length(text_.substr(at_)) : 0;
        if (length == 0) return false;
        out_ += mark("private key");
        at_ += length;
        return true;
    }

    // scheme://user:password@host
    bool take_address_password() {
        if (!text_.substr(at_).starts_with("://")) return false;
        const std::size_t begin = at_ + 3;
        const std::size_t end = text_.find_first_of(" \t\n/\"'", begin);
        const std::string_view authority = text_.substr(begin, end == std::string_view::npos ? end : end - begin);
        const std::size_t colon = authority.find(':');
        const std::size_t host = authority.rfind('@');
        if (colon == std::string_view::npos || host == std::string_view::npos || host <= colon + 1) return false;
        out_ += "://" + std::string(authority.substr(0, colon + 1)) + mark("password") + "@";
        at_ = begin + host + 1;
        return true;
    }

    bool take_word() {
        const bool is_inside_a_word = at_ > 0 && is_name_character(text_[at_ - 1]);
        if (is_inside_a_word || !is_name_character(text_[at_])) return false;
        const std::string_view token = token_at(text_, at_);
        if (const std::string_view kind = known_kind(token); !kind.empty()) {
            out_ += mark(kind);
            at_ += token.size();
            return true;
        }
        return take_bearer() || take_assignment();
    }

    bool take_bearer() {
        constexpr std::string_view bearer = "Bearer ";
        if (!text_.substr(at_).starts_with(bearer)) return false;
        const std::string_view token = token_at(text_, at_ + bearer.size());
        if (token.size() < 16) return false;
        out_ += std::string(bearer) + mark("bearer token");
        at_ += bearer.size() + token.size();
        return true;
    }

    bool take_assignment() {
        std::size_t name_end = at_;
        while (name_end < text_.size() && is_name_character(text_[name_end])) ++name_end;
        const std::string_view name = text_.substr(at_, name_end - at_);
        const Span span = assigned_value(text_, name_end);
        const std::string_view value = text_.substr(span.begin, span.end - span.begin);
        const bool is_secret =
            is_worth_hiding(value) && (names_a_secret(name) || (speaks_of_a_key(name) && looks_random(value)));
        if (is_secret) {
            out_ += std::string(text_.substr(at_, span.begin - at_)) + mark("secret");
            at_ = span.end;
        } else {
            out_ += name;
            at_ = name_end;
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

std::string redact(std::string_view text) {
    return Redactor(text).run();
}

json::value redact_value(const json::value& value) {
    if (value.is_string()) return json::value(redact(std::string_view(value.get_string())));
    if (value.is_array()) {
        json::array array;
        for (const json::value& item : value.get_array()) array.push_back(redact_value(item));
        return array;
    }
    if (value.is_object()) {
        json::object object;
        for (const auto& member : value.get_object()) object[member.key()] = redact_value(member.value());
        return object;
    }
    return value;
}

}  // namespace hm
