// The version of everything that is made from this tree: programs, packages, the image of a card. Nothing else has the
// number; scripts read it from this line (project_version in deploy/packages.sh).
#pragma once

#define PINNA_VERSION "1.0.0"

// The commit of the sources: 40 hexadecimal digits, followed by "+" where files were changed since. Empty when neither
// the build (PINNA_COMMIT in Package.swift) nor an archive made by git has recorded it.
const char *pinna_commit(void);
