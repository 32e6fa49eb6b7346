// Expat, the XML parser in Debian's libexpat1-dev.
#pragma once
#include <expat.h>
