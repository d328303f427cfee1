// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_blame.hpp"

#include "app/session/document.hpp"
#include "models/mesh.hpp"

#include <algorithm>
#include <vector>

namespace ridgepoint {
namespace {

struct Field {
    const char* key;
    int (*value)(const Scenario&);
};

constexpr Field fields[] = {
    {"cluster.gpus", [](const Scenario& s) { return s.cluster.gpus; }},
    {"plan.tp", [](const Scenario& s) { return s.plan.tp; }},
    {"plan.cp", [](const Scenario& s) { return s.plan.cp; }},
    {"plan.pp", [](const Scenario& s) { return s.plan.pp; }},
    {"plan.dp", [](const Scenario& s) { return mesh::shown_dp(s); }},
    {"plan.ep", [](const Scenario& s) { return s.plan.ep; }},
    {"plan.etp", [](const Scenario& s) { return s.plan.etp; }},
    {"plan.vpp", [](const Scenario& s) { return s.plan.vpp; }},
    {"plan.hsdp_group", [](const Scenario& s) { return s.plan.hsdp_group; }},
    {"plan.micro_batch", [](const Scenario& s) { return s.plan.micro_batch; }},
    {"plan.global_batch", [](const Scenario& s) { return s.plan.global_batch; }},
    {"plan.sequence", [](const Scenario& s) { return s.plan.sequence; }},
    {"plan.schedule", [](const Scenario& s) { return int(s.plan.schedule); }},
};

bool differs(const std::string& key, const Scenario& a, const Scenario& b) {
    return std::any_of(std::begin(fields), std::end(fields), [&](const Field& field) {
        return field.key == key && field.value(a) != field.value(b);
    });
}

} // namespace

std::set<std::string> blamedKeys(const Document& document) {
    std::set<std::string> blamed;
    for (const Violation& violation : document.violations()) {
        std::vector<std::string> keys = violation.keys;
        // The replicas share the batch, though no key of the file holds their number.
        if (std::find(keys.begin(), keys.end(), "plan.global_batch") != keys.end())
            keys.emplace_back("plan.dp");
        std::vector<std::string> changed;
        if (document.hasEstimate())
            for (const std::string& key : keys)
                if (differs(key, document.scenario(), document.pictured()))
                    changed.push_back(key);
        const std::vector<std::string>& culprits = changed.empty() ? keys : changed;
        blamed.insert(culprits.begin(), culprits.end());
    }
    return blamed;
}

} // namespace ridgepoint
