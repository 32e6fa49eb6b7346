// The version of everything built from this tree: programs, packages, the card image. This line is its only place;
// scripts read it here (project_version in deploy/packages.sh).
#pragma once

#define PINNA_VERSION "1.0.0"

// The commit of the sources: 40 hexadecimal digits, followed by "+" if files were changed since. Empty if neither the
// build (PINNA_COMMIT in Package.swift) nor a git archive has recorded it.
const char *pinna_commit(void);
