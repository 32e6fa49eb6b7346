// Eigen behind a C interface. See CAlgebra.cpp.
#pragma once
