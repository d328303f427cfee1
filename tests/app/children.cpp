// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/children.hpp"

#include "app/session/autosave.hpp"
#include "app/session/document.hpp"
#include "app/session/saving.hpp"
#include "resources/builtin.hpp"
#include "tests/app/examples.hpp"

#include <QCoreApplication>

#include <cstdio>
#include <cstring>

namespace ridgepoint::tests {

namespace {

constexpr int patience_ms = 20'000;

void say(const QString& line) {
    std::printf("%s\n", line.toUtf8().constData());
    std::fflush(stdout);
}

int edit(const QString& path, bool close) {
    ScenarioStore store(path);
    Document document(builtin_presets());
    document.open(exampleScenario());
    Autosave autosave(document, store);
    document.change(QStringLiteral("plan.micro_batch"), withMicroBatch(document.scenario(), 2));
    if (!autosave.writeNow())
        return 1;
    say(QStringLiteral("ready"));
    char line[8];
    while (std::fgets(line, sizeof line, stdin)) {
    }
    return close ? 0 : QCoreApplication::exec();
}

int saveForever(const QString& path) {
    ScenarioStore store(path);
    for (int n = 0;; ++n) {
        const QString name = QStringLiteral("saved %1").arg(n);
        if (!store.add(name, QStringLiteral("{}")))
            return 1;
        say(QString::number(n));
    }
}

} // namespace

bool isChild(const char* argument) {
    return std::strncmp(argument, "child:", 6) == 0;
}

int runChild(const QStringList& arguments) {
    const QString job = arguments.value(1);
    const QString path = arguments.value(2);
    if (job == QLatin1String("child:edit"))
        return edit(path, false);
    if (job == QLatin1String("child:edit-close"))
        return edit(path, true);
    if (job == QLatin1String("child:save"))
        return saveForever(path);
    return 2;
}

std::unique_ptr<QProcess> startChild(const QString& job, const QString& library) {
    auto child = std::make_unique<QProcess>();
    child->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child->start(QCoreApplication::applicationFilePath(), {QStringLiteral("child:") + job, library});
    while (child->waitForReadyRead(patience_ms))
        if (child->canReadLine())
            return child;
    killChild(*child);
    return nullptr;
}

void killChild(QProcess& child) {
    child.kill();
    child.waitForFinished(patience_ms);
}

} // namespace ridgepoint::tests
