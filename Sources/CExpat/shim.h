// Expat, the XML parser that Debian installs as libexpat1-dev.
#pragma once
#include <expat.h>
