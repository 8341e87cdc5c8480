#include "engine/project/frameworks.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/strings.h"

namespace hm {
namespace {

using enum Ecosystem;

constexpr std::int64_t both = 95;
constexpr std::int64_t package_alone = 90;
constexpr std::int64_t config_alone = 70;

struct Known {
    std::string_view name;
    Ecosystem ecosystem;
    std::string_view package;  // lower case; may be empty
    std::string_view config;   // how the file's name begins; may be empty
};

constexpr auto known_frameworks = std::to_array<Known>({
    {"Next.js", npm, "next", "next.config."},
    {"Nuxt", npm, "nuxt", "nuxt.config."},
    {"Remix", npm, "@remix-run/react", "remix.config."},
    {"Gatsby", npm, "gatsby", "gatsby-config."},
    {"Astro", npm, "astro", "astro.config."},
    {"SvelteKit", npm, "@sveltejs/kit", ""},
    {"Svelte", npm, "svelte", "svelte.config."},
    {"Angular", npm, "@angular/core", "angular.json"},
    {"Vue", npm, "vue", "vue.config."},
    {"React Native", npm, "react-native", "metro.config."},
    {"Expo", npm, "expo", ""},
    {"React", npm, "react", ""},
    {"Solid", npm, "solid-js", ""},
    {"NestJS", npm, "@nestjs/core", "nest-cli.json"},
    {"Express", npm, "express", ""},
    {"Fastify", npm, "fastify", ""},
    {"Koa", npm, "koa", ""},
    {"Hono", npm, "hono", ""},
    {"tRPC", npm, "@trpc/server", ""},
    {"Electron", npm, "electron", "electron-builder."},
    {"Prisma", npm, "prisma", "schema.prisma"},
    {"Drizzle", npm, "drizzle-orm", "drizzle.config."},
    {"TypeScript", npm, "typescript", "tsconfig.json"},
    {"Vite", npm, "vite", "vite.config."},
    {"webpack", npm, "webpack", "webpack.config."},
    {"Rollup", npm, "rollup", "rollup.config."},
    {"esbuild", npm, "esbuild", ""},
    {"Babel", npm, "@babel/core", "babel.config."},
    {"Tailwind CSS", npm, "tailwindcss", "tailwind.config."},
    {"Vitest", npm, "vitest", "vitest.config."},
    {"Jest", npm, "jest", "jest.config."},
    {"Mocha", npm, "mocha", ".mocharc."},
    {"Playwright", npm, "@playwright/test", "playwright.config."},
    {"Cypress", npm, "cypress", "cypress.config."},
    {"Storybook", npm, "storybook", ""},
    {"ESLint", npm, "eslint", "eslint.config."},
    {"Prettier", npm, "prettier", ".prettierrc"},
    {"Biome", npm, "@biomejs/biome", "biome.json"},
    {"Turborepo", npm, "turbo", "turbo.json"},
    {"Nx", npm, "nx", "nx.json"},
    {"Lerna", npm, "lerna", "lerna.json"},
    {"pnpm workspace", npm, "", "pnpm-workspace.yaml"},
    {"Django", python, "django", "manage.py"},
    {"Flask", python, "flask", ""},
    {"FastAPI", python, "fastapi", ""},
    {"Starlette", python, "starlette", ""},
    {"SQLAlchemy", python, "sqlalchemy", "alembic.ini"},
    {"Pydantic", python, "pydantic", ""},
    {"Celery", python, "celery", ""},
    {"pytest", python, "pytest", "pytest.ini"},
    {"Ruff", python, "ruff", "ruff.toml"},
    {"mypy", python, "mypy", "mypy.ini"},
    {"NumPy", python, "numpy", ""},
    {"pandas", python, "pandas", ""},
    {"PyTorch", python, "torch", ""},
    {"TensorFlow", python, "tensorflow", ""},
    {"Gin", go, "github.com/gin-gonic/gin", ""},
    {"Echo", go, "github.com/labstack/echo", ""},
    {"Fiber", go, "github.com/gofiber/fiber", ""},
    {"chi", go, "github.com/go-chi/chi", ""},
    {"Cobra", go, "github.com/spf13/cobra", ""},
    {"GORM", go, "gorm.io/gorm", ""},
    {"gRPC for Go", go, "google.golang.org/grpc", ""},
    {"Testify", go, "github.com/stretchr/testify", ""},
    {"Actix Web", rust, "actix-web", ""},
    {"Axum", rust, "axum", ""},
    {"Rocket", rust, "rocket", "Rocket.toml"},
    {"Tauri", rust, "tauri", "tauri.conf.json"},
    {"Tokio", rust, "tokio", ""},
    {"Bevy", rust, "bevy", ""},
    {"Qt", none, "qt6", ""},
    {"Boost", none, "boost", ""},
    {"GoogleTest", none, "gtest", ""},
    {"CMake", none, "cmake", "CMakeLists.txt"},
    {"Ruby on Rails", none, "", "config/application.rb"},
    {"Laravel", none, "", "artisan"},
    {"Maven", none, "", "pom.xml"},
    {"Gradle", none, "", "build.gradle"},
    {"Docker", none, "", "Dockerfile"},
    {"Docker Compose", none, "", "docker-compose."},
    {"GitHub Actions", none, "", ".github/workflows/"},
    {"make", none, "", "Makefile"},
});

// A module of go has its major version behind its name: …/echo/v4.
bool is_package(const Known& known, const StackPackage& package) {
    if (known.package.empty() || known.package != package.name.substr(0, known.package.size())) return false;
    const std::string_view rest = std::string_view(package.name).substr(known.package.size());
    return rest.empty() || (known.ecosystem == go && rest.starts_with("/v"));
}

bool is_config(const Known& known, std::string_view path) {
    if (known.config.empty()) return false;
    if (known.config.find('/') != std::string_view::npos) return path.starts_with(known.config);
    const std::string_view name = file_name(path);
    // "vite.config." may go on; a whole name may not, but for the rc files and Dockerfile.dev.
    const bool may_go_on = known.config.ends_with('.') || known.config.ends_with("rc") || known.name == "Docker";
    if (known.name == "Gradle" && name == "build.gradle.kts") return true;
    return may_go_on ? name.starts_with(known.config) : name == known.config;
}

// The one nearest to the root.
std::string config_of(const Known& known, const std::vector<std::string>& paths) {
    const std::string* nearest = nullptr;
    std::ptrdiff_t depth = 0;
    for (const std::string& path : paths) {
        if (!is_config(known, path) || is_sample_path(path)) continue;
        const std::ptrdiff_t at = std::ranges::count(path, '/');
        if (nearest != nullptr && at >= depth) continue;
        nearest = &path;
        depth = at;
    }
    return nearest == nullptr ? std::string() : *nearest;
}

}  // namespace

std::vector<DetectedFramework> detect_frameworks(const std::vector<StackPackage>& packages,
                                                 const std::vector<std::string>& paths) {
    std::vector<DetectedFramework> found;
    for (const Known& known : known_frameworks) {
        const auto package = std::ranges::find_if(packages, [&](const StackPackage& each) {
            return is_package(known, each) && each.part != PackagePart::indirect && !is_sample_path(each.manifest) &&
                   (known.ecosystem == none || ecosystem_of_manifest(file_name(each.manifest)) == known.ecosystem);
        });
        DetectedFramework framework{known.name, known.ecosystem, {}, {}, {}, config_of(known, paths), config_alone};
        if (package != packages.end()) {
            framework.version = package->range;
            framework.package = package->name;
            framework.manifest = package->manifest;
            framework.confidence = framework.config_path.empty() ? package_alone : both;
        }
        if (framework.package.empty() && framework.config_path.empty()) continue;
        found.push_back(std::move(framework));
    }
    return found;
}

namespace {

constexpr std::size_t deepest = 3;
constexpr std::size_t most_folders = 300;
constexpr std::size_t most_root_files = 100;

}  // namespace

RootStructure root_structure(const std::vector<std::string>& paths) {
    RootStructure structure;
    std::map<std::string, FolderCount> folders;
    for (const std::string& path : paths) {
        std::size_t depth = 0;
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
            const std::string folder = path.substr(0, slash);
            ++depth;
            const bool is_new = depth <= deepest + 1 && !folders.contains(folder);
            if (is_new) folders[folder] = {folder, depth, 0, 0};
            if (is_new && depth > 1) ++folders[folder.substr(0, folder.rfind('/'))].folders;
            if (depth <= deepest) ++folders[folder].files;
        }
        if (depth > 0) continue;
        if (structure.root_files.size() < most_root_files) {
            structure.root_files.push_back(path);
        } else {
            ++structure.left_out;
        }
    }
    // A deep tree loses its lowest level first.
    std::size_t kept_depth = deepest;
    const auto count_down_to = [&](std::size_t depth) {
        return static_cast<std::size_t>(
            std::ranges::count_if(folders, [&](const auto& each) { return each.second.depth <= depth; }));
    };
    while (kept_depth > 1 && count_down_to(kept_depth) > most_folders) --kept_depth;
    for (auto& [path, folder] : folders) {
        if (folder.depth > deepest) continue;
        if (folder.depth <= kept_depth && structure.folders.size() < most_folders) {
            structure.folders.push_back(std::move(folder));
        } else {
            ++structure.left_out;
        }
    }
    return structure;
}

namespace {

constexpr auto sample_folders = std::to_array<std::string_view>(
    {"example", "examples", "sample", "samples", "demo", "demos", "fixture", "fixtures", "__fixtures__", "playground",
     "playgrounds", "template", "templates", "testdata", "test-data", "__mocks__", "third_party"});

}  // namespace

bool is_sample_path(std::string_view path) {
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        const std::string_view folder = path.substr(0, slash);
        if (std::ranges::find(sample_folders, folder) != sample_folders.end() || folder.starts_with("template-"))
            return true;
        path.remove_prefix(slash + 1);
    }
    return false;
}

}  // namespace hm
