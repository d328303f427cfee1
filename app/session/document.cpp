// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.hpp"

#include "app/session/step_text.hpp"

#include <QAction>
#include <QElapsedTimer>
#include <QKeySequence>

#include <chrono>
#include <memory>

namespace ridgepoint {

namespace {

/// Keys, wheel steps and typing in the same control that follow each other this closely are one step of undo
/// (architecture.md, Habits).
constexpr qint64 merge_window_ms = 600;

/// The only kind of command there is, so any number but -1 (never merge) does.
constexpr int change_scenario_id = 1;

std::function<qint64()> monotonicClock() {
    auto timer = std::make_shared<QElapsedTimer>();
    timer->start();
    return [timer] { return timer->elapsed(); };
}

} // namespace

/// Holds whole scenarios: a few kilobytes, and coupled changes stay consistent.
class ChangeScenario : public QUndoCommand {
public:
    ChangeScenario(Document& document, int step, const QString& text, Scenario before, Scenario after)
        : m_document(document),
          m_step(step),
          m_ownText(!text.isEmpty()),
          m_before(std::move(before)),
          m_after(std::move(after)) {
        setText(m_ownText ? text : describeChange(m_before, m_after));
    }

    int id() const override { return change_scenario_id; }
    void undo() override { m_document.m_scenario = m_before; }
    void redo() override { m_document.m_scenario = m_after; }

    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const ChangeScenario*>(other); // ids are equal: same class
        if (next->m_step != m_step)
            return false;
        m_after = next->m_after;
        m_ownText = next->m_ownText;
        setText(m_ownText ? next->text() : describeChange(m_before, m_after));
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Document& m_document;
    int m_step;
    bool m_ownText;
    Scenario m_before, m_after;
};

Document::Document(const Presets& presets, QObject* parent)
    : QObject(parent), m_presets(presets), m_clock(monotonicClock()) {
    // The stack tells of its index after a command ran, whatever moved it: push, merge, undo, a jump in a
    // list.
    connect(&m_undo, &QUndoStack::indexChanged, this, &Document::follow);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::savedStateChanged);
    for (auto signal : {&QUndoStack::canUndoChanged, &QUndoStack::canRedoChanged})
        connect(&m_undo, signal, this, &Document::undoStateChanged);
    for (auto signal : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
        connect(&m_undo, signal, this, &Document::undoStateChanged);
}

Document::~Document() {
    // The stack is destroyed after this body and must not speak to half a document.
    m_undo.disconnect(this);
}

const Verdict& Document::verdict() const {
    if (!m_verdict)
        m_verdict = m_pictured ? advise(*m_pictured, m_estimate) : Verdict();
    return *m_verdict;
}

void Document::change(const ControlId& control, const QString& text, const Scenario& next) {
    if (next == m_scenario)
        return;
    const qint64 now = m_clock();
    if (!continuesStep(control, now))
        ++m_step;
    auto command = std::make_unique<ChangeScenario>(*this, m_step, text, m_scenario, next);
    m_undo.push(command.release()); // applies it; follow() clears m_lastControl
    m_lastControl = control;
    m_lastChangeMs = now;
}

bool Document::continuesStep(const ControlId& control, qint64 now) const {
    if (m_lastControl.isEmpty() || control != m_lastControl)
        return false;
    return m_inGesture || now - m_lastChangeMs <= merge_window_ms;
}

void Document::beginGesture() {
    if (m_inGesture)
        return;
    m_lastControl.clear();
    m_inGesture = true;
    emit gestureChanged(true);
    emit undoStateChanged();
}

void Document::endGesture() {
    if (!m_inGesture)
        return;
    m_lastControl.clear();
    m_inGesture = false;
    emit gestureChanged(false);
    emit undoStateChanged();
}

void Document::undo() {
    if (canUndo())
        m_undo.undo();
}

void Document::redo() {
    if (canRedo())
        m_undo.redo();
}

void Document::follow() {
    if (m_replacing)
        return;
    m_lastControl.clear(); // a change after undo or redo is a step of its own
    refresh();
    emit changed();
}

void Document::refresh() {
    m_violations = ridgepoint::violations(m_scenario);
    if (!m_violations.empty())
        return; // the pictures keep the last legal state
    const auto start = std::chrono::steady_clock::now();
    m_estimate = ridgepoint::estimate(m_scenario, Detail::pictures);
    m_estimateMicroseconds =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    m_pictured = m_scenario;
    m_verdict.reset();
}

void Document::open(const Scenario& scenario, qint64 libraryId) {
    replace(scenario, libraryId, false);
}

void Document::openRecovered(const Scenario& scenario, qint64 libraryId) {
    replace(scenario, libraryId, true);
}

void Document::replace(const Scenario& scenario, qint64 libraryId, bool modified) {
    endGesture();
    m_replacing = true;
    m_scenario = scenario;
    m_pictured.reset();
    m_estimate = Estimate();
    m_verdict.reset();
    m_libraryId = libraryId;
    m_lastControl.clear();
    m_undo.clear();
    if (modified)
        m_undo.resetClean();
    m_replacing = false;
    refresh();
    emit opened();
    emit changed();
    emit savedStateChanged();
}

void Document::markSaved(qint64 libraryId) {
    m_libraryId = libraryId;
    m_lastControl.clear(); // what follows is a step that can be undone back to what was saved
    const bool wasClean = m_undo.isClean();
    m_undo.setClean();
    if (wasClean)
        emit savedStateChanged(); // the stack told of it otherwise
}

namespace {

template <class Text>
void keepCurrent(QAction* action, Document* document, bool (Document::*enabled)() const, Text text) {
    const auto update = [action, document, enabled, text] {
        action->setEnabled((document->*enabled)());
        action->setText(text());
    };
    QObject::connect(document, &Document::undoStateChanged, action, update);
    update();
}

} // namespace

QAction* Document::createUndoAction(QObject* parent) {
    auto* action = new QAction(parent);
    action->setObjectName(QStringLiteral("undo"));
    action->setShortcut(QKeySequence::Undo);
    keepCurrent(action, this, &Document::canUndo,
                [this] { return m_undo.canUndo() ? tr("Undo %1").arg(m_undo.undoText()) : tr("Undo"); });
    connect(action, &QAction::triggered, this, &Document::undo);
    return action;
}

QAction* Document::createRedoAction(QObject* parent) {
    auto* action = new QAction(parent);
    action->setObjectName(QStringLiteral("redo"));
    action->setShortcut(QKeySequence::Redo);
    keepCurrent(action, this, &Document::canRedo,
                [this] { return m_undo.canRedo() ? tr("Redo %1").arg(m_undo.redoText()) : tr("Redo"); });
    connect(action, &QAction::triggered, this, &Document::redo);
    return action;
}

} // namespace ridgepoint
