import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import { findPostgresBin } from '../../../tools/programs.ts'
import { openBackup } from '../src/operator/backup/backup-file.ts'
import type { AppliedMigration } from '../src/platform/db/applied-migrations.ts'

/** The secret of the service that wrote the backup. */
export const EARLIER_SECRET = 'bW9zdGx5LWhhcm1sZXNzLWZpeHR1cmUtb2YtdGhlLXRlc3Rz'

/**
 * Returns the file of a backup that `portico-server backup` wrote in the last version before the baseline (commit
 * 3d468aa1): the project "Shop" with two users, a team, an API key, mails and an audit log, on PostgreSQL.
 */
export async function writeEarlierBackup(): Promise<string> {
  const packed = await readFile(new URL('backups/before-baseline.backup.br', import.meta.url))
  return writeTemporary('backup', await promisify(brotliDecompress)(packed))
}

/** Returns the file of its copy in `pg_restore` format. */
export async function writeEarlierDump(): Promise<string> {
  const file = await writeEarlierBackup()
  const { end, start } = await openBackup(file)
  return writeTemporary('dump', (await readFile(file)).subarray(start, end))
}

/** Returns the statements that create its schema, without its data. */
export async function readEarlierSchema(): Promise<string> {
  const sql = await readDump('--schema-only', '--no-owner', '--no-acl')
  // Removes the first statements, which change settings of the connection, and the lines for `psql`. Functions get the
  // path of the connection.
  return sql
    .replaceAll(/^(?:SET .*|SELECT pg_catalog\.set_config.*|\\.*)$/gm, '')
    .replaceAll(/^( +)SET search_path TO .*$/gm, '$1SET search_path FROM CURRENT')
}

/** Returns the migrations that had built its schema. */
export async function readEarlierMigrations(): Promise<readonly Pick<AppliedMigration, 'version' | 'name'>[]> {
  const lines = (await readDump('--data-only', '--table=schema_migrations')).split('\n')
  return lines.flatMap((line) => {
    const [version = '', name, appliedAt] = line.split('\t')
    return name !== undefined && appliedAt !== undefined ? [{ version: Number(version), name }] : []
  })
}

async function readDump(...args: readonly string[]): Promise<string> {
  const program = path.join(findPostgresBin() ?? '', 'pg_restore')
  const { stdout } = await promisify(execFile)(program, [...args, '--file=-', await writeEarlierDump()], {
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  return stdout
}

async function writeTemporary(name: string, content: Uint8Array): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'portico-earlier-')), name)
  await writeFile(file, content)
  return file
}
