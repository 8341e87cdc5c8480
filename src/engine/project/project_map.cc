#include "engine/project/project_map.h"

#include <fmt/format.h>

#include <map>

namespace hm {
namespace {

constexpr std::size_t most_detections = 200;

class Detector {
public:
    void add(DriftDetection detection) {
        if (drift_.detections.size() < most_detections) {
            drift_.detections.push_back(std::move(detection));
        } else {
            ++drift_.left_out;
        }
    }

    // `name` and `value` of each; what has another value has changed.
    template <class T, class Name, class Value>
    void compare(DriftSubject subject, const std::vector<T>& before, const std::vector<T>& now, Name&& name,
                 Value&& value) {
        std::map<std::string, std::string> old;
        std::map<std::string, std::string> fresh;
        for (const T& each : before) old.emplace(name(each), value(each));
        for (const T& each : now) fresh.emplace(name(each), value(each));
        for (const auto& [what, is] : fresh) {
            const auto was = old.find(what);
            if (was == old.end()) {
                add({subject, DriftChange::added, ScannedText::clipped(what), std::nullopt, some(is)});
            } else if (was->second != is) {
                add({subject, DriftChange::changed, ScannedText::clipped(what), some(was->second), some(is)});
            }
        }
        for (const auto& [what, was] : old) {
            if (fresh.contains(what)) continue;
            add({subject, DriftChange::removed, ScannedText::clipped(what), some(was), std::nullopt});
        }
    }

    Drift take() { return std::move(drift_); }

private:
    static std::optional<ScannedText> some(const std::string& text) {
        return text.empty() ? std::nullopt : std::optional(ScannedText::clipped(text));
    }

    Drift drift_;
};

std::string text_of(const std::optional<ScannedText>& text) {
    return text ? text->str() : std::string();
}

void compare_maps(const ProjectMap& before, const ProjectMap& now, Detector& detector) {
    const auto nothing = [](const auto&) { return std::string(); };
    detector.compare(
        DriftSubject::document, before.documents, now.documents,
        [](const DocumentEntry& each) { return each.path.str(); },
        [](const DocumentEntry& each) { return to_iso(each.last_modified); });
    detector.compare(
        DriftSubject::manifest, before.manifests, now.manifests, [](const ScannedText& each) { return each.str(); },
        nothing);
    detector.compare(
        DriftSubject::dependency, before.dependencies, now.dependencies,
        [](const MappedDependency& each) {
            return each.manifest ? fmt::format("{} ({})", each.name.view(), each.manifest->view()) : each.name.str();
        },
        [](const MappedDependency& each) {
            return each.locked_version ? text_of(each.locked_version) : text_of(each.range);
        });
    detector.compare(
        DriftSubject::framework, before.frameworks_detected, now.frameworks_detected,
        [](const MappedFramework& each) { return each.name.str(); },
        [](const MappedFramework& each) { return text_of(each.version); });
    detector.compare(
        DriftSubject::governance, before.governance_detected, now.governance_detected,
        [](const MappedGovernance& each) { return each.name.str(); }, nothing);
    detector.compare(
        DriftSubject::folder, before.root_structure, now.root_structure,
        [](const MappedFolder& each) { return each.path.str(); }, nothing);
}

}  // namespace

Drift detect_drift(const std::optional<ProjectMap>& before, const ProjectMap& now) {
    Detector detector;
    if (before && before->counts.is_whole && now.counts.is_whole) compare_maps(*before, now, detector);
    for (const DocumentEntry& document : now.documents) {
        for (const StaleIndicator& indicator : document.stale_indicators) {
            if (indicator.confidence >= more_likely_than_not) detector.add(contradiction_of(document, indicator));
        }
    }
    return detector.take();
}

Drift fresh_drift(const ProjectMap& before, const ProjectMap& now) {
    std::set<std::pair<std::string_view, std::string_view>> known;
    for (const DocumentEntry& document : before.documents) {
        for (const StaleIndicator& each : document.stale_indicators) {
            known.emplace(document.path.view(), each.what.view());
        }
    }
    Drift drift = detect_drift(before, now);
    std::erase_if(drift.detections, [&](const DriftDetection& each) {
        const std::string_view place = each.what.view();
        return each.change == DriftChange::contradicted &&
               known.contains({place.substr(0, place.rfind(':')), each.before->view()});
    });
    return drift;
}

DriftDetection contradiction_of(const DocumentEntry& document, const StaleIndicator& indicator) {
    const std::string place =
        indicator.line > 0 ? fmt::format("{}:{}", document.path.view(), indicator.line) : document.path.str();
    DriftDetection detection{
        DriftSubject::document, DriftChange::contradicted, ScannedText::clipped(place), indicator.what, std::nullopt,
        indicator.kind};
    if (!indicator.found.empty()) detection.now = indicator.found;
    return detection;
}

}  // namespace hm
