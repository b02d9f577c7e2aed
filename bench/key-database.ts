import { createHash } from 'node:crypto'

// oxlint-disable-next-line no-restricted-imports -- The benchmark writes keys to the database in the stored form of the service.
import { createKeyText } from '../packages/server/src/records/api-keys/key-text.ts'
import { startPortico, type BenchProject } from './portico.ts'
import { query } from './postgres.ts'

const OWNERS = 10_000
const BATCH_KEYS = 500_000

/** The id of the n-th key, a UUID of version 4. */
const keyId = `overlay(overlay(md5('key' || n) placing '4' from 13) placing '8' from 17)::uuid`
const ownerId = `overlay(overlay(md5('owner' || n) placing '4' from 13) placing '8' from 17)::uuid`

/** Generates keys of 10,000 users inside the server. Their texts are not known; `writeKnownKeys` replaces some. */
export async function generateKeys(
  url: string,
  { id }: BenchProject,
  keys: number,
  progress: (line: string) => void,
): Promise<void> {
  await (await startPortico({ DATABASE_URL: url })).stop()
  const startedAt = performance.now()
  await query(
    url,
    `insert into users (project_id, id, display_name, signed_up_at, last_active_at)
     select '${id}', ${ownerId}, 'User ' || n, now(), now() from generate_series(0, ${OWNERS - 1}) n`,
  )
  // Each row is checked and indexed afterwards, all at once.
  const foreignKeys = await query<{ name: string; definition: string }>(
    url,
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'api_keys'::regclass and contype in ('f', 'p') order by contype`,
  )
  const indexes = await query<{ name: string; definition: string }>(
    url,
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'api_keys' and indexname <> 'api_keys_pkey'`,
  )
  for (const { name } of foreignKeys) await query(url, `alter table api_keys drop constraint ${name}`)
  for (const { name } of indexes) await query(url, `drop index ${name}`)
  for (let from = 1; from <= keys; from += BATCH_KEYS) {
    const to = Math.min(from + BATCH_KEYS - 1, keys)
    await query(
      url,
      `insert into api_keys (project_id, id, user_id, hash, last_four, description, is_public, created_at)
       select '${id}', ${keyId}, owners.id, sha256(('key' || n)::bytea), '0000', 'Key ' || n, false,
         timestamptz '2024-01-01' + n * interval '1 second'
       from generate_series($1::int, $2::int) n
       join (select n as number, ${ownerId} as id from generate_series(0, ${OWNERS - 1}) n) owners on number = n % ${OWNERS}`,
      [from, to],
    )
    progress(`${to.toLocaleString('en')} of ${keys.toLocaleString('en')} keys, ${secondsSince(startedAt)} s`)
  }
  for (const { definition } of indexes) await query(url, definition)
  for (const { name, definition } of foreignKeys) {
    await query(url, `alter table api_keys add constraint ${name} ${definition}`)
  }
  await query(url, 'vacuum (analyze)')
  progress(`indexes of ${keys.toLocaleString('en')} keys, ${secondsSince(startedAt)} s`)
}

/** Replaces the texts of some keys, spread evenly over all, with known texts. Returns these texts. */
export async function writeKnownKeys(
  url: string,
  project: BenchProject,
  keys: number,
  known: number,
): Promise<string[]> {
  const step = Math.floor(keys / known)
  const texts = Array.from({ length: known }, (_, index) =>
    createKeyText({ id: keyIdOf(1 + index * step), type: 'user', isPublic: false }),
  )
  await query(
    url,
    `update api_keys set hash = known.hash from (
       select ${keyId} as id, sha256(text::bytea) as hash
       from unnest($2::text[]) with ordinality given (text, position), lateral (select 1 + (position - 1) * $3::int as n) numbered
     ) known where api_keys.id = known.id and api_keys.project_id = $1`,
    [project.id, texts, step],
  )
  return texts
}

/** Computes the same id as the SQL of `keyId`. */
function keyIdOf(n: number): string {
  const hex = createHash('md5').update(`key${n}`).digest('hex')
  const versioned = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`
  return versioned.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0)
}
