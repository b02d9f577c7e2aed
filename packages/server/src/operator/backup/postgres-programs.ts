import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'
import { toLibpq } from '../../platform/db/libpq-url.ts'

/** No owners and rights: they name roles that another server may not have. */
const withoutRoles = [
  '--no-owner',
  '--no-privileges',
  '--no-publications',
  '--no-subscriptions',
  '--no-security-labels',
]

/**
 * Copies the database with `pg_dump`, which reads one snapshot while others write.
 *
 * @param extent the whole database, or its schema without rows
 * @throws StartupProblem
 */
export async function dumpPostgres(
  databaseUrl: string,
  write: (chunk: Buffer) => Promise<void>,
  extent: 'all' | 'schema' = 'all',
): Promise<void> {
  // Only superusers can create most of the other extensions that a provider installs.
  const extensions = ['btree_gin', 'pg_trgm'].map((name) => `--extension=${name}`)
  // Rate limits are in unlogged tables, which a crash of the server empties as well.
  const args = ['--format=custom', '--no-unlogged-table-data', '--no-tablespaces', ...extensions, ...withoutRoles]
  if (extent === 'schema') args.push('--schema-only')
  await runProgram('pg_dump', args, databaseUrl, null, async (output) => {
    for await (const chunk of output) await write(chunk as Buffer)
  })
}

/**
 * Restores a copy with `pg_restore`, in one transaction.
 *
 * @throws StartupProblem
 */
export async function restorePostgres(databaseUrl: string, dump: Readable): Promise<void> {
  // A role that does not own a pre-installed extension cannot comment on it.
  const args = ['--single-transaction', '--exit-on-error', '--no-comments', ...withoutRoles]
  await runProgram('pg_restore', args, databaseUrl, dump, async (output) => void (await text(output)))
}

async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  databaseUrl: string,
  input: Readable | null,
  read: (output: Readable) => Promise<void>,
): Promise<void> {
  const { url, password } = toLibpq(databaseUrl)
  const child = spawn(name, [...args, '--no-password', `--dbname=${url}`], {
    // Other users of the machine can read the arguments of a process, but not its environment.
    env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // If the program ends early, its message says why, not the broken pipe.
  const sent = input === null ? (child.stdin.end(), null) : pipeline(input, child.stdin).catch(() => {})
  const messages = text(child.stderr)
  try {
    const [code] = await Promise.all([ended, read(child.stdout), sent])
    if (code === 0) return
  } catch (error) {
    child.kill()
    if (errorCode(error) !== 'ENOENT') throw error
    throw new StartupProblem(
      `The program ${name} is not installed, or not in the PATH.`,
      'Install the client programs of PostgreSQL, in the version of the server or newer, and add their folder to the PATH.',
      { cause: error },
    )
  }
  throw new StartupProblem(
    `${name} failed: ${firstLine(await messages)}`,
    name === 'pg_dump'
      ? 'The role needs the right to read all tables, and pg_dump the version of the server or a newer one.'
      : 'Nothing was restored. The role needs the right to create objects in the database, and pg_restore the version of pg_dump or a newer one.',
  )
}

function firstLine(messages: string): string {
  const lines = messages.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((candidate) => /error/i.test(candidate)) ?? lines[0] ?? 'no message'
  return line.replace(/^pg_(?:dump|restore): (?:error: )?/, '')
}
