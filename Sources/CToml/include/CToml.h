// toml++ behind a C interface. See CToml.cpp.
#pragma once
