// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/filedescriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper::mcp {

namespace {

/// Moves a descriptor out of the way of 0, 1 and 2.
Result<void> moveAboveStandard(FileDescriptor& descriptor)
{
    if (descriptor.get() > STDERR_FILENO)
        return {};
    const int moved = fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0)
        return Error(ErrorCode::Unavailable, "cannot duplicate a descriptor", errno);
    descriptor = FileDescriptor(moved);
    return {};
}

} // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept
{
    if (this != &other) {
        close();
        m_fd = std::exchange(other.m_fd, -1);
    }
    return *this;
}

void FileDescriptor::close()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

Result<Pipe> Pipe::create()
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return Error(ErrorCode::Unavailable, "cannot make a pipe", errno);
    Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    LK_CHECK(moveAboveStandard(pipe.readEnd));
    LK_CHECK(moveAboveStandard(pipe.writeEnd));
    return pipe;
}

Result<void> setNonBlocking(const FileDescriptor& descriptor)
{
    const int flags = fcntl(descriptor.get(), F_GETFL);
    if (flags < 0 || fcntl(descriptor.get(), F_SETFL, flags | O_NONBLOCK) < 0)
        return Error(ErrorCode::Unavailable, "cannot make a descriptor non-blocking", errno);
    return {};
}

} // namespace lockkeeper::mcp
