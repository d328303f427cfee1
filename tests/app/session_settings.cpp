// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/settings.hpp"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace ridgepoint;

namespace {

struct Folder {
    QTemporaryDir folder;
    QString file() const { return folder.filePath(QStringLiteral("settings.ini")); }
    void write(const QByteArray& text) const {
        QFile out(file());
        REQUIRE(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
};

} // namespace

TEST_CASE("the theme follows the system until one is chosen, and is kept") {
    const Folder folder;
    {
        Settings settings(folder.file());
        CHECK(settings.theme() == ThemeChoice::system);
        settings.setTheme(ThemeChoice::dark);
    }
    CHECK(Settings(folder.file()).theme() == ThemeChoice::dark);
}

TEST_CASE("an unknown theme is the system's") {
    const Folder folder;
    folder.write("[appearance]\ntheme=sepia\n");
    CHECK(Settings(folder.file()).theme() == ThemeChoice::system);
}

TEST_CASE("a window layout of another version is not used") {
    const Folder folder;
    Settings settings(folder.file());
    settings.setWindow("geometry", "state", 2);
    CHECK(settings.windowGeometry(2) == "geometry");
    CHECK(settings.windowState(2) == "state");
    CHECK(settings.windowGeometry(3).isEmpty());
    CHECK(settings.windowState(1).isEmpty());
    settings.forgetWindow();
    CHECK(settings.windowState(2).isEmpty());
}

TEST_CASE("the ten files used last are kept, newest first, each once") {
    const Folder folder;
    Settings settings(folder.file());
    for (int n = 0; n < 12; ++n)
        settings.addRecentFile(QStringLiteral("/files/%1").arg(n));
    settings.addRecentFile(QStringLiteral("/files/5"));
    const QStringList files = settings.recentFiles();
    REQUIRE(files.size() == 10);
    CHECK(files[0] == QFileInfo(QStringLiteral("/files/5")).absoluteFilePath());
    CHECK(files[1] == QFileInfo(QStringLiteral("/files/11")).absoluteFilePath());
    CHECK(files.count(files[0]) == 1);
    settings.removeRecentFile(QStringLiteral("/files/5"));
    CHECK(settings.recentFiles().size() == 9);
}

TEST_CASE("a single recent file survives the next start") {
    const Folder folder;
    {
        Settings settings(folder.file());
        settings.addRecentFile(QStringLiteral("/files/a, b; c"));
    }
    CHECK(Settings(folder.file()).recentFiles().value(0).endsWith(QStringLiteral("/files/a, b; c")));
}

TEST_CASE("a last folder that is gone gives way to another") {
    const Folder folder;
    Settings settings(folder.file());
    settings.setLastFolder(folder.folder.path());
    CHECK(settings.lastFolder() == folder.folder.path());
    settings.setLastFolder(folder.folder.filePath(QStringLiteral("gone")));
    CHECK(settings.lastFolder() != folder.folder.filePath(QStringLiteral("gone")));
}

TEST_CASE("a broken settings file is put aside and settings work again") {
    const Folder folder;
    folder.write("[appearance\ntheme=dark\n\x01\x02=\xff\n[[[\n");
    {
        Settings settings(folder.file());
        CHECK(settings.theme() == ThemeChoice::system);
        settings.setTheme(ThemeChoice::light);
        CHECK(settings.sync());
    }
    CHECK(Settings(folder.file()).theme() == ThemeChoice::light);
    CHECK(QFile::exists(folder.file() + QStringLiteral(".broken")));
}

TEST_CASE("only the first start is a first start") {
    const Folder folder;
    Settings settings(folder.file());
    CHECK(settings.firstStart());
    settings.setStarted();
    CHECK_FALSE(settings.firstStart());
}

TEST_CASE("settings that cannot be written say so") {
    const Folder folder;
    Settings settings(folder.file() + QStringLiteral("/below-a-file/settings.ini"));
    folder.write("");
    settings.setTheme(ThemeChoice::dark);
    CHECK_FALSE(settings.sync());
    CHECK(settings.theme() == ThemeChoice::dark);
}
