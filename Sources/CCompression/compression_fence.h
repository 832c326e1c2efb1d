#pragma once
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
