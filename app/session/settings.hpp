// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers of its user: an INI file in the user's configuration folder.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace ridgepoint {

enum class ThemeChoice { system, light, dark };

class Settings {
public:
    static QString defaultPath(); ///< settings.ini in the user's configuration folder

    /// A file that cannot be understood is renamed to PATH.broken and every value is the default again.
    explicit Settings(const QString& path = defaultPath());

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    /// Both empty unless they were written with the same `version`: layouts of other versions do not fit.
    QByteArray windowGeometry(int version) const;
    QByteArray windowState(int version) const;
    void setWindow(const QByteArray& geometry, const QByteArray& state, int version);
    void forgetWindow(); ///< "Restore default layout"

    /// Newest first, at most ten, absolute paths; files that are gone stay until they are removed.
    QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    /// Where the last file was opened or saved; the user's documents folder when that is gone.
    QString lastFolder() const;
    void setLastFolder(const QString& folder);

    bool firstStart() const; ///< true until setStarted(): the line on what to try is shown
    void setStarted();

    bool compareCeilings() const; ///< pictures show the other sets of ceilings as ghosts
    void setCompareCeilings(bool on);

    bool sync(); ///< false when the file cannot be written; values then last until the program ends

private:
    QByteArray windowValue(const QString& key, int version) const;

    QSettings m_settings;
};

} // namespace ridgepoint
