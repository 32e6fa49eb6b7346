#include "CVersion.h"

#ifndef PINNA_COMMIT
// git archive replaces this word with the commit (.gitattributes).
#define PINNA_COMMIT "$Format:%H$"
#endif

static const char commit[] = PINNA_COMMIT;

const char *pinna_commit(void) { return commit[0] == '$' ? "" : commit; }
