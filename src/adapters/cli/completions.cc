#include "adapters/cli/completions.h"

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "domain/settings.h"

namespace hm::cli {
namespace {

HM_ENUM(Shell, bash, zsh, fish)

struct Completions {
    Shell shell = Shell::bash;

    static constexpr void fields(auto&& visit) {
        visit(field("shell", &Completions::shell, "The shell that shall read them."));
    }
};

std::string completion_for(Shell shell) {
    const std::vector<Entry> entries = all_entries();
    switch (shell) {
        case Shell::bash: return bash_completion(entries);
        case Shell::zsh: return zsh_completion(entries);
        case Shell::fish: return fish_completion(entries);
    }
    return {};
}

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Completions input, decode_as<Completions>(values, "completions"));
    const std::string text = completion_for(input.shell);
    environment.out(wants_json ? to_text(json::object{{"shell", name_of(input.shell)}, {"text", text}}) + "\n" : text);
    return success;
}

const Shape& item_of(const Shape& shape) {
    return shape.kind == ShapeKind::list ? shape.item.front() : shape;
}

}  // namespace

ValueKind value_kind(const Shape& shape) {
    const Shape& item = item_of(shape);
    if (item.kind == ShapeKind::boolean) return ValueKind::none;
    if (item.kind == ShapeKind::choice) return ValueKind::choice;
    return item.kind == ShapeKind::text ? ValueKind::text : ValueKind::other;
}

const std::vector<std::string_view>& choices_of(const Shape& shape) {
    return item_of(shape).choices;
}

std::vector<ChoicesBehind> choices_behind(const Entry& entry) {
    std::vector<ChoicesBehind> behind;
    if (entry.name != "config set") return behind;
    for_each_field<Settings>([&]<class Member>(const Field<Settings, Member>& each) {
        const Shape shape = shape_of<Member>();
        if (shape.kind == ShapeKind::choice) behind.push_back({each.name, shape.choices});
        if (shape.kind == ShapeKind::boolean) behind.push_back({each.name, {"true", "false"}});
    });
    return behind;
}

std::string in_quotes(std::string_view text, std::string_view escaped_quote) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += escaped_quote;
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

Procedure completions_procedure() {
    return {"completions", "Print the completions of a shell.", "shell", &shape_of<Completions>, run};
}

}  // namespace hm::cli
