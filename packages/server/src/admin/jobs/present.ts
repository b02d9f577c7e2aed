import type { JobResultPart } from '@portico/contract'

import type { ResultPart } from './jobs.ts'

export function presentResultPart({ content, format, nextPart }: ResultPart): JobResultPart {
  return {
    content,
    content_type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    pagination: { next_cursor: nextPart === null ? null : String(nextPart) },
  }
}
