// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan dock's content: from what is given (model, cluster) to what is chosen (mesh, batch, recipe) to what is
// believed (network, ceilings, fidelity). Every control changes the document and follows it.
#pragma once

#include "models/scenario.hpp"

#include <QWidget>

#include <vector>

namespace ridgepoint {

class Document;
class MeshBar;
class PlanSection;

class PlanDock : public QWidget {
    Q_OBJECT
public:
    explicit PlanDock(Document& document, QWidget* parent = nullptr);

    MeshBar* meshBar() const { return m_meshBar; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void noteSaved();

    Document& m_document;
    Scenario m_saved; ///< what the accent bars compare with
    std::vector<PlanSection*> m_sections;
    MeshBar* m_meshBar = nullptr;
};

} // namespace ridgepoint
