// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <utility>

namespace lockkeeper::mcp {

/// Owns one file descriptor and closes it. Moved, never copied.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd)
        : m_fd(fd)
    {
    }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    {
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor() { close(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    void close();

private:
    int m_fd = -1;
};

/// A pipe whose two ends are closed on exec and numbered 3 or higher, so that they can be put in
/// place of a child's standard descriptors.
struct Pipe
{
    FileDescriptor readEnd;
    FileDescriptor writeEnd;

    /// Unavailable with errno when the system gives no pipe.
    [[nodiscard]] static Result<Pipe> create();
};

/// Unavailable with errno.
[[nodiscard]] Result<void> setNonBlocking(const FileDescriptor& descriptor);

} // namespace lockkeeper::mcp
