#pragma once
#include <libdeflate.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
