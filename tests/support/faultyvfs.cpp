// SPDX-License-Identifier: Apache-2.0
#include "support/faultyvfs.h"

#include <sqlite3.h>

#include <cstring>
#include <utility>

namespace lockkeeper {
namespace {

struct Plan
{
    int nth = 0;
    int nthRead = 0;
    FaultyVfs::When when = FaultyVfs::When::Before;
    bool forGood = false;
    bool full = false;
    int seen = 0;
    int seenReads = 0;
    int hits = 0;
    std::function<void()> look;
};

Plan plan;                         // NOLINT: one per process, as the layer is
sqlite3_vfs* realVfs = nullptr;    // NOLINT
sqlite3_vfs faultyVfs = {};        // NOLINT
sqlite3_io_methods methods = {};   // NOLINT
constexpr int kMethodsVersion = 2; // with shared memory, without memory mapping

struct FaultyFile
{
    sqlite3_file base;
    sqlite3_file* real;
};

sqlite3_file* real(sqlite3_file* file)
{
    return reinterpret_cast<FaultyFile*>(file)->real;
}

bool isBroken(FaultyVfs::Kind kind)
{
    if (kind == FaultyVfs::Kind::Read) {
        const bool broken = ++plan.seenReads == plan.nthRead;
        plan.hits += broken ? 1 : 0;
        return broken;
    }
    ++plan.seen;
    if (plan.nth == 0 || plan.seen < plan.nth || (plan.seen > plan.nth && !plan.forGood))
        return false;
    ++plan.hits;
    return true;
}

void lookOnce()
{
    if (plan.look)
        std::exchange(plan.look, nullptr)();
}

/// Runs `call` with the planned fault of its kind.
template<class Call>
int guarded(FaultyVfs::Kind kind, int error, Call&& call)
{
    if (!isBroken(kind))
        return call();
    if (plan.when == FaultyVfs::When::After && kind != FaultyVfs::Kind::Read)
        call();
    lookOnce();
    return plan.full && kind == FaultyVfs::Kind::Write ? SQLITE_FULL : error;
}

using Kind = FaultyVfs::Kind;

int closeFile(sqlite3_file* file)
{
    return real(file)->pMethods != nullptr ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
}
int readFile(sqlite3_file* file, void* to, int count, sqlite3_int64 offset)
{
    return guarded(Kind::Read, SQLITE_IOERR_READ,
                   [&] { return real(file)->pMethods->xRead(real(file), to, count, offset); });
}
int writeFile(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset)
{
    return guarded(Kind::Write, SQLITE_IOERR_WRITE,
                   [&] { return real(file)->pMethods->xWrite(real(file), from, count, offset); });
}
int truncateFile(sqlite3_file* file, sqlite3_int64 size)
{
    return guarded(Kind::Truncate, SQLITE_IOERR_TRUNCATE,
                   [&] { return real(file)->pMethods->xTruncate(real(file), size); });
}
int flushFile(sqlite3_file*, int)
{
    return guarded(Kind::Flush, SQLITE_IOERR_FSYNC, [] { return SQLITE_OK; });
}
int fileSize(sqlite3_file* file, sqlite3_int64* size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}
int lockFile(sqlite3_file* file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}
int unlockFile(sqlite3_file* file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}
int checkLock(sqlite3_file* file, int* out)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
int fileControl(sqlite3_file* file, int what, void* argument)
{
    return real(file)->pMethods->xFileControl(real(file), what, argument);
}
int sectorSize(sqlite3_file* file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}
int characteristics(sqlite3_file* file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
int mapMemory(sqlite3_file* file, int page, int size, int extend, void volatile** out)
{
    if (isBroken(Kind::ShareMemory)) {
        *out = nullptr;
        lookOnce();
        return SQLITE_IOERR_SHMMAP;
    }
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}
int lockMemory(sqlite3_file* file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void barrier(sqlite3_file* file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}
int unmapMemory(sqlite3_file* file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

int openFile(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags)
{
    auto* faulty = reinterpret_cast<FaultyFile*>(file);
    faulty->real = reinterpret_cast<sqlite3_file*>(faulty + 1);
    faulty->base.pMethods = nullptr;
    std::memset(faulty->real, 0, static_cast<std::size_t>(realVfs->szOsFile));
    const int code = realVfs->xOpen(realVfs, name, faulty->real, flags, outFlags);
    if (faulty->real->pMethods != nullptr)
        faulty->base.pMethods = &methods;
    return code;
}

} // namespace

bool FaultyVfs::install()
{
    if (realVfs != nullptr)
        return true;
    realVfs = sqlite3_vfs_find(nullptr);
    if (realVfs == nullptr)
        return false;
    methods.iVersion = kMethodsVersion;
    methods.xClose = closeFile;
    methods.xRead = readFile;
    methods.xWrite = writeFile;
    methods.xTruncate = truncateFile;
    methods.xSync = flushFile;
    methods.xFileSize = fileSize;
    methods.xLock = lockFile;
    methods.xUnlock = unlockFile;
    methods.xCheckReservedLock = checkLock;
    methods.xFileControl = fileControl;
    methods.xSectorSize = sectorSize;
    methods.xDeviceCharacteristics = characteristics;
    methods.xShmMap = mapMemory;
    methods.xShmLock = lockMemory;
    methods.xShmBarrier = barrier;
    methods.xShmUnmap = unmapMemory;
    faultyVfs = *realVfs;
    faultyVfs.pNext = nullptr;
    faultyVfs.zName = "lockkeeper-faulty";
    faultyVfs.szOsFile = static_cast<int>(sizeof(FaultyFile)) + realVfs->szOsFile;
    faultyVfs.xOpen = openFile;
    return sqlite3_vfs_register(&faultyVfs, 1) == SQLITE_OK;
}

void FaultyVfs::failAt(int nth, When when, bool forGood, bool full)
{
    plan = {};
    plan.nth = nth;
    plan.when = when;
    plan.forGood = forGood;
    plan.full = full;
}

void FaultyVfs::failReadAt(int nth)
{
    plan = {};
    plan.nthRead = nth;
}

void FaultyVfs::atFirstFault(std::function<void()> look)
{
    plan.look = std::move(look);
}

void FaultyVfs::clear()
{
    plan = {};
}

int FaultyVfs::hits()
{
    return plan.hits;
}

} // namespace lockkeeper
