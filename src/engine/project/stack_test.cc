#include "engine/project/stack.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

bool admits(std::string_view range, std::string_view version) {
    return is_within(*first_version(version), range);
}

TEST(VersionRange, ReadsWhatPackageManagersWrite) {
    EXPECT_TRUE(admits("^18.2", "18.3.1"));
    EXPECT_FALSE(admits("^18.2", "18.1.0"));
    EXPECT_FALSE(admits("^18.2", "19.0.0"));
    EXPECT_TRUE(admits("^0.4.2", "0.4.9"));
    EXPECT_FALSE(admits("^0.4.2", "0.5.0"));
    EXPECT_TRUE(admits("~1.4", "1.4.9"));
    EXPECT_FALSE(admits("~1.4", "1.5"));
    EXPECT_TRUE(admits("~=2.31", "2.40"));
    EXPECT_FALSE(admits("~=2.31", "3.0"));
    EXPECT_TRUE(admits(">=5,<6", "5.1"));
    EXPECT_FALSE(admits(">= 5, < 6", "6.0"));
    EXPECT_TRUE(admits("22", "22.4.1"));
    EXPECT_FALSE(admits("==1.0", "1.1"));
    EXPECT_TRUE(admits("1.x || ^3", "3.2"));
    EXPECT_FALSE(admits("1.x || ^3", "2.0"));
    EXPECT_TRUE(admits("*", "7"));
    EXPECT_EQ(first_version("latest"), std::nullopt);
}

TEST(Stack, AChoiceNamesItsPackageFirst) {
    EXPECT_EQ(package_chosen("react@^18, with hooks only")->range, "^18");
    EXPECT_EQ(package_chosen("@scope/kit@2")->name, "@scope/kit");
    EXPECT_EQ(package_chosen("Django>=5,<6 because of async")->name, "django");
    EXPECT_EQ(package_chosen("Django>=5,<6 because of async")->range, ">=5,<6");
    EXPECT_FALSE(package_chosen("PostgreSQL").has_value());
    EXPECT_FALSE(package_chosen("write to me@example.org").has_value());
    EXPECT_FALSE(package_chosen("").has_value());
    EXPECT_FALSE(package_chosen("@").has_value());
}

std::string listed(std::string_view manifest, std::string_view text) {
    std::string all;
    for (const StackPackage& each : read_manifest(manifest, text)) all += each.name + " " + each.range + "; ";
    return all;
}

TEST(Stack, ReadsTheManifestsOfSixSorts) {
    EXPECT_EQ(listed("package.json", R"({"dependencies":{"React":"^18.2.0"},"engines":{"node":">=20"}})"),
              "react ^18.2.0; node >=20; ");
    EXPECT_EQ(listed("requirements.txt",
                     "# x\nDjango>=5,<6 ; python_version>'3'\nrequests[socks]~=2.31\n-r more.txt\nflask\n"),
              "django >=5,<6; requests ~=2.31; flask ; ");
    EXPECT_EQ(listed("pyproject.toml",
                     "[project]\nname = \"x\"\ndependencies = [\n  \"django>=5\",\n  \"httpx[http2]\"\n]\n"
                     "[tool.poetry.dependencies]\npython = \"^3.12\"\nrich = { version = \"13.7\" }\n"),
              "django >=5; httpx ; python ^3.12; rich 13.7; ");
    EXPECT_EQ(listed("Cargo.toml",
                     "[package]\nname = \"x\"\n[dependencies]\nserde = { version = \"1.0\", features = [\"derive\"] "
                     "}\ntokio = \"1.38\"\n"),
              "serde 1.0; tokio 1.38; ");
    EXPECT_EQ(listed("go.mod",
                     "module x\n\ngo 1.22\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n)\nrequire "
                     "golang.org/x/net v0.26.0 // indirect\n"),
              "go 1.22; github.com/gin-gonic/gin v1.10.0; golang.org/x/net v0.26.0; ");
    EXPECT_EQ(
        listed("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.20)\nfind_package(fmt 9 REQUIRED)\nfind_package(Threads REQUIRED)\n"),
        "cmake 3.20; fmt 9; threads ; ");
    for (const std::string_view broken : {"{", "[dependencies\n=\n\"", "require (", "find_package("}) {
        for (const std::string_view name : manifest_names()) (void)read_manifest(name, broken);
    }
}

TEST(Stack, ComparesWhatWasDecidedWithWhatIsThere) {
    const auto found = read_manifest("package.json", R"({"dependencies":{"react":"^17.0.2","zod":"workspace:*"}})");
    EXPECT_EQ(compare_stack(*package_chosen("react@^18"), found).agreement, StackAgreement::differs);
    EXPECT_EQ(compare_stack(*package_chosen("react@^17"), found).agreement, StackAgreement::agrees);
    EXPECT_EQ(compare_stack(*package_chosen("zod@3"), found).agreement, StackAgreement::agrees)
        << "no version to differ";
    EXPECT_EQ(compare_stack(*package_chosen("vue@3"), found).agreement, StackAgreement::missing);
    const auto modules = read_manifest("go.mod", "require github.com/gin-gonic/gin v1.10.0\n");
    EXPECT_EQ(compare_stack(*package_chosen("gin@1.9"), modules).agreement, StackAgreement::differs);
}

}  // namespace
}  // namespace hm
