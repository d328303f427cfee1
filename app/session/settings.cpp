// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/settings.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace ridgepoint {

namespace {

constexpr int most_recent_files = 10;

const QString theme_key = QStringLiteral("appearance/theme");
const QString geometry_key = QStringLiteral("window/geometry");
const QString state_key = QStringLiteral("window/state");
const QString version_key = QStringLiteral("window/version");
const QString recent_key = QStringLiteral("files/recent");
const QString folder_key = QStringLiteral("files/folder");
const QString compare_key = QStringLiteral("view/compareCeilings");
const QString started_key = QStringLiteral("started");

QString themeName(ThemeChoice theme) {
    switch (theme) {
    case ThemeChoice::light:
        return QStringLiteral("light");
    case ThemeChoice::dark:
        return QStringLiteral("dark");
    case ThemeChoice::system:
        break;
    }
    return QStringLiteral("system");
}

/// QSettings reads what it understands of a broken file and then refuses to write it. Better to start anew.
QString usable(const QString& path) {
    if (!QFile::exists(path))
        return path;
    const QSettings probe(path, QSettings::IniFormat);
    if (probe.status() != QSettings::FormatError)
        return path;
    const QString broken = path + QStringLiteral(".broken");
    QFile::remove(broken);
    QFile::rename(path, broken);
    return path;
}

} // namespace

QString Settings::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) +
           QStringLiteral("/settings.ini");
}

Settings::Settings(const QString& path) : m_settings(usable(path), QSettings::IniFormat) {}

ThemeChoice Settings::theme() const {
    const QString name = m_settings.value(theme_key).toString();
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark})
        if (name == themeName(theme))
            return theme;
    return ThemeChoice::system;
}

void Settings::setTheme(ThemeChoice theme) {
    m_settings.setValue(theme_key, themeName(theme));
}

QByteArray Settings::windowValue(const QString& key, int version) const {
    if (m_settings.value(version_key).toInt() != version)
        return {};
    return m_settings.value(key).toByteArray();
}

QByteArray Settings::windowGeometry(int version) const {
    return windowValue(geometry_key, version);
}

QByteArray Settings::windowState(int version) const {
    return windowValue(state_key, version);
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state, int version) {
    m_settings.setValue(geometry_key, geometry);
    m_settings.setValue(state_key, state);
    m_settings.setValue(version_key, version);
}

void Settings::forgetWindow() {
    m_settings.remove(QStringLiteral("window"));
}

QStringList Settings::recentFiles() const {
    QStringList files = m_settings.value(recent_key).toStringList();
    files.removeAll(QString());
    files.removeDuplicates();
    return files.mid(0, most_recent_files);
}

void Settings::addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_settings.setValue(recent_key, files.mid(0, most_recent_files));
}

void Settings::removeRecentFile(const QString& path) {
    QStringList files = recentFiles();
    files.removeAll(QFileInfo(path).absoluteFilePath());
    m_settings.setValue(recent_key, files);
}

void Settings::clearRecentFiles() {
    m_settings.remove(recent_key);
}

QString Settings::lastFolder() const {
    const QString folder = m_settings.value(folder_key).toString();
    if (!folder.isEmpty() && QDir(folder).exists())
        return folder;
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

void Settings::setLastFolder(const QString& folder) {
    m_settings.setValue(folder_key, QFileInfo(folder).absoluteFilePath());
}

bool Settings::firstStart() const {
    return !m_settings.value(started_key, false).toBool();
}

void Settings::setStarted() {
    m_settings.setValue(started_key, true);
}

bool Settings::compareCeilings() const {
    return m_settings.value(compare_key, false).toBool();
}

void Settings::setCompareCeilings(bool on) {
    m_settings.setValue(compare_key, on);
}

bool Settings::sync() {
    m_settings.sync();
    return m_settings.status() == QSettings::NoError;
}

} // namespace ridgepoint
