#include "CDemangle.h"
