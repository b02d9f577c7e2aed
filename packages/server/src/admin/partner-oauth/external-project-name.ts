import { LABEL_MAX_CODE_POINTS } from '@portico/contract'
import { z } from 'zod'

import { isCleanText } from '../../platform/http/body.ts'

const name = z.string().trim().min(1).refine(isCleanText)
const decodedState = z.object({
  details: z.object({ external_project_name: name.optional(), neon_project_name: name.optional() }),
})

/**
 * Reads the name of the partner's own project from the `state` of its request, which may be JSON in base64 or
 * base64url. Null for any other state, because a partner may use its own form.
 */
export function readExternalProjectName(state: string): string | null {
  const parsed = decodedState.safeParse(parseJson(state))
  if (!parsed.success) return null
  const { external_project_name: external, neon_project_name: neon } = parsed.data.details
  const [...codePoints] = external ?? neon ?? ''
  return codePoints.slice(0, LABEL_MAX_CODE_POINTS).join('') || null
}

function parseJson(state: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(state, 'base64'))
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
