#include "CVersion.h"

#ifndef PINNA_COMMIT
// git archive puts the commit in the place of this word (.gitattributes).
#define PINNA_COMMIT "$Format:%H$"
#endif

static const char commit[] = PINNA_COMMIT;

const char *pinna_commit(void) { return commit[0] == '$' ? "" : commit; }
