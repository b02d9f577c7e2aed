import type { ImportedLine, ImportFinding as ImportFindingRead } from '@portico/contract'

import type { LineOutcome } from '../../accounts/import-users.ts'
import type { ImportFinding } from '../../records/imports/store.ts'

export function presentOutcome({ line, message, outcome, userId }: LineOutcome): ImportedLine {
  return { line, outcome, ...(message !== undefined && { message }), ...(userId !== undefined && { user_id: userId }) }
}

export function presentFinding({ kind, line, message, outcome, sourceId }: ImportFinding): ImportFindingRead {
  return { line, outcome, kind, source_id: sourceId, message }
}
