// The header only declares functions of linked libraries.
#include "CDemangle.h"
