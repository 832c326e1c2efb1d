#pragma once

// What the C library offers to tune its heap, which Swift's Glibc module leaves out.
#include <malloc.h>

#include "arguments.h"
#include "build_info.h"
#include "semaphore_wait.h"
#include "thread_start.h"
#include "containment.h"
#include "memory.h"
