// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secretbytes.h"

#include <QWidget>

class QLineEdit;

namespace lockkeeper {

/// Where the PIN of the decision key is typed, if it has one. GUI thread.
///
/// Object names: pinRow, pinField.
class PinRow final : public QWidget
{
    Q_OBJECT

public:
    explicit PinRow(QWidget* parent = nullptr);

    [[nodiscard]] bool isEmpty() const;
    /// What was typed; the field is empty afterwards.
    [[nodiscard]] SecretBytes take();
    void clear();
    [[nodiscard]] QLineEdit* field() const { return m_field; }

private:
    QLineEdit* m_field = nullptr;
};

} // namespace lockkeeper
