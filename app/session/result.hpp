// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of anything that touches files: a value, or why there is none. Never an ignored bool.
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace ridgepoint {

struct Failure {
    enum class Kind {
        unavailable, ///< no library: no driver, no folder, a file of another program
        readOnly,    ///< it may be read only
        busy,        ///< another program holds the lock for too long
        diskFull,
        corrupt,
        newer,            ///< written by a newer version of the program
        nameTaken,        ///< `id` is the scenario that has the name
        notFound,         ///< there is no scenario `id` (any more)
        changedElsewhere, ///< another copy of the program saved scenario `id` since it was read here
        badContent,       ///< not a scenario; the text names key, value and what is allowed
        other
    };
    Kind kind = Kind::other;
    QString text; ///< one or two sentences for the user
    qint64 id = 0;
};

/// What a function answers that only succeeds or fails.
struct Done {};

template <class Value>
class [[nodiscard]] Result {
public:
    Result(Value value) : m_content(std::move(value)) {}
    Result(Failure failure) : m_content(std::move(failure)) {}

    bool ok() const { return std::holds_alternative<Value>(m_content); }
    explicit operator bool() const { return ok(); }
    const Value& value() const { return std::get<Value>(m_content); }
    Value& value() { return std::get<Value>(m_content); }
    const Failure& failure() const { return std::get<Failure>(m_content); }

private:
    std::variant<Value, Failure> m_content;
};

} // namespace ridgepoint
