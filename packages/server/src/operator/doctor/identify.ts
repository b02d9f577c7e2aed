import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

const ANSWER_MAX_MILLIS = 5_000
/** The published keys of the project "internal", which every service has. */
const KEYS_PATH = '/api/v1/projects/internal/.well-known/jwks.json'

/** The program that answers at an origin. */
export type Answering =
  /** This service: it publishes keys of the database. `unverified` if the database cannot be read. */
  | { readonly kind: 'own' }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'other_portico' }
  | { readonly kind: 'other_program'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'nothing'; readonly code: string; readonly reason: string }

/** Asks which service answers at the origin. */
export async function identify(origin: string, db: Database | null): Promise<Answering> {
  let response: Response
  try {
    response = await fetch(`${origin}${KEYS_PATH}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MAX_MILLIS),
    })
  } catch (error) {
    return { kind: 'nothing', ...reasonOf(error) }
  }
  const { headers, status } = response
  const published = response.ok ? readKeyIds(await response.text().catch(() => '')) : null
  await response.body?.cancel().catch(() => {})
  if (published === null) return { kind: 'other_program', status, location: headers.get('location') }
  if (db === null) return { kind: 'unverified' }
  const stored = await db.run(statement<{ kid: string }>`select kid from signing_keys where project_id = ${'internal'}`)
  return { kind: stored.rows.some(({ kid }) => published.includes(kid)) ? 'own' : 'other_portico' }
}

/** Returns null for a text that is not a key set (RFC 7517 section 5). */
function readKeyIds(text: string): readonly unknown[] | null {
  try {
    const value = JSON.parse(text) as { readonly keys?: unknown } | null
    return Array.isArray(value?.keys) ? value.keys.map((key: { readonly kid?: unknown } | null) => key?.kid) : null
  } catch {
    return null
  }
}

function reasonOf(error: unknown): { code: string; reason: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { code, reason: cause instanceof Error ? cause.message || code : String(cause) }
}
