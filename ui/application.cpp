// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.hpp"

#include "app/session/autosave.hpp"
#include "app/session/document.hpp"
#include "app/session/scenario_store.hpp"
#include "app/session/settings.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"
#include "ui/appearance.hpp"
#include "ui/main_window.hpp"
#include "ui/measured_runs.hpp"
#include "ui/scenario_actions.hpp"
#include "ui/style.hpp"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace ridgepoint {
namespace {

constexpr const char* first_scenario = "deepseek-v3-published";
constexpr int comparison_after_ms = 700;

class Start { // a context of its own for translators
    Q_DECLARE_TR_FUNCTIONS(Start)
public:
    static void showNotice(const ScenarioStore& store, QWidget* window);
    static bool offerRecovery(Autosave& autosave, QWidget* window);

private:
    static void warn(const QString& title, const QString& text, QWidget* window);
};

void Start::showNotice(const ScenarioStore& store, QWidget* window) {
    if (store.notice().isEmpty())
        return;
    QMessageBox box(QMessageBox::Warning, tr("Scenario library"), store.notice(), QMessageBox::Ok, window);
    box.setObjectName(QStringLiteral("libraryNotice"));
    box.exec();
}

/// True when a state was taken over. One question a state, newest first; closing the question keeps it for next time.
bool Start::offerRecovery(Autosave& autosave, QWidget* window) {
    const Result<QList<RecoverableState>> found = autosave.recoverable();
    for (const RecoverableState& state : found ? found.value() : QList<RecoverableState>()) {
        QMessageBox box(QMessageBox::Question, tr("Restore unsaved scenario?"),
                        tr("“%1” was not saved when the program ended unexpectedly on %2.")
                            .arg(state.name, QLocale().toString(state.modified.toLocalTime(), QLocale::ShortFormat)),
                        QMessageBox::NoButton, window);
        box.setObjectName(QStringLiteral("recovery"));
        const QPushButton* restore = box.addButton(tr("Restore"), QMessageBox::AcceptRole);
        const QPushButton* discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
        box.addButton(tr("Later"), QMessageBox::RejectRole);
        box.exec();
        if (box.clickedButton() == restore) {
            const Result<Done> recovered = autosave.recover(state);
            if (recovered)
                return true;
            warn(tr("The scenario was not restored"), recovered.failure().text, window);
        }
        if (box.clickedButton() == discard && !autosave.discard(state))
            return false;
    }
    return false;
}

void Start::warn(const QString& title, const QString& text, QWidget* window) {
    QMessageBox box(QMessageBox::Warning, title, text, QMessageBox::Ok, window);
    box.exec();
}

/// Ends the program after the window's first paint.
class QuitAfterPaint : public QObject {
public:
    explicit QuitAfterPaint(QWidget* window) : QObject(window) { window->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, qApp, &QApplication::quit);
        return QObject::eventFilter(watched, event);
    }
};

void openFirst(Document& document) {
    const ReadyScenario* ready = document.presets().scenario(first_scenario);
    document.open(scenario_from_json(ready->json, document.presets(), ready->id));
}

void openRequested(MainWindow& window, const QStringList& files) {
    for (const QString& file : files.mid(0, 1))
        window.scenarioActions().openFile(file);
}

} // namespace

int runWindow(int& argc, char** argv, const QStringList& files, const QString& database, bool exitAfterStartup) {
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("ridgepoint"));
    QApplication::setApplicationName(QStringLiteral("ridgepoint"));
    QApplication::setApplicationDisplayName(QStringLiteral("Ridgepoint"));
    QApplication::setDesktopFileName(QStringLiteral("io.github.ridgepoint.Ridgepoint"));
    prepareStyle();
    Settings settings;
    Appearance appearance;
    appearance.setChoice(settings.theme());
    ScenarioStore store(database.isEmpty() ? ScenarioStore::defaultPath() : database);
    Document document(builtin_presets());
    openFirst(document);
    Autosave autosave(document, store);
    MainWindow window(document, appearance, &store, &settings);
    window.restoreLayout();
    QObject::connect(&autosave, &Autosave::failed, &window, &MainWindow::say);
    // Another running copy may have changed the library while this one was in the background.
    QObject::connect(&application, &QGuiApplication::applicationStateChanged, &store, [&store](Qt::ApplicationState s) {
        if (s == Qt::ApplicationActive)
            store.lookForChanges();
    });
    if (files.isEmpty() && settings.firstStart())
        window.showStartHint();
    if (exitAfterStartup)
        new QuitAfterPaint(&window);
    else
        QTimer::singleShot(0, &window, [&] {
            Start::showNotice(store, &window);
            if (!Start::offerRecovery(autosave, &window))
                openRequested(window, files);
        });
    // After the first paint, which waits for nothing.
    QTimer::singleShot(comparison_after_ms, &window, [&window] { window.measuredRuns().start(); });
    window.show();
    const int status = QApplication::exec();
    settings.setTheme(appearance.choice());
    return status;
}

} // namespace ridgepoint
