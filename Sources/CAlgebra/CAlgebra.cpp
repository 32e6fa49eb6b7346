#include "CAlgebra.h"
