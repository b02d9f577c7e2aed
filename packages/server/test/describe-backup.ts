import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { HttpClient, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { beforeAll, describe, expect, test } from 'vitest'

import { createPortico, type Portico } from '../src/create-portico.ts'
import type { Database } from '../src/kernel/database.ts'
import { statement } from '../src/kernel/statement.ts'
import { MasterSecret } from '../src/platform/crypto/master-secret.ts'
import { ownSchemaVersion } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open-database.ts'
import { createLog } from '../src/platform/log/log.ts'
import { BackupDraft, openBackup, type BackupHeader } from '../src/operator/backup/backup-file.ts'
import { noteBackup } from '../src/operator/note-backup.ts'
import { runOperatorCommand } from '../src/operator/operator.ts'
import { readSettings, type Settings } from '../src/settings.ts'

const key = 'pck_backup_test'
const seed = {
  projects: [
    {
      id: 'internal',
      keys: { publishable_client_key: key },
      config: { sign_up_enabled: true, credential_enabled: true },
    },
  ],
}

/** The environment variables that name the place of a database. */
export type Place = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number
  readonly output: string
}

const secret = randomBytes(33).toString('base64url')

export function settingsOf(place: Place): Settings {
  return readSettings({
    PORTICO_SECRET: secret,
    PORTICO_RATE_LIMITS: 'off',
    PORTICO_ARGON2_MEMORY_KIB: '256',
    PORTICO_ARGON2_PASSES: '1',
    ...place,
  })
}

/** Runs an operator command. A refusal has exit code 1, as in the process. */
export async function runCommand(args: readonly string[], place: Place): Promise<Outcome> {
  const lines: string[] = []
  try {
    const code = await runOperatorCommand(args, {
      version: '1.2.3',
      readSettings: () => settingsOf(place),
      describeSettings: () => '',
      print: (line) => lines.push(line),
    })
    return { code, output: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StartupProblem') throw error
    return { code: 1, output: error.message }
  }
}

export async function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'portico-backup-'))
}

export interface Running {
  readonly db: Database
  signUp(email: string): Promise<number>
  signIn(email: string): Promise<number>
  stop(): Promise<void>
}

export async function startService(place: Place): Promise<Running> {
  const settings = settingsOf(place)
  const db = await openDatabase(settings, { noteBackup: (own) => noteBackup(own, new Date()) })
  const portico: Portico = await createPortico({ settings, seed, db, log: createLog('silent') })
  const client = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key })
  const post = async (act: string, email: string): Promise<number> =>
    (await client.post(`/auth/password/${act}`, { email, password: TEST_PASSWORD })).status
  return {
    db,
    signUp: (email) => post('sign-up', email),
    signIn: (email) => post('sign-in', email),
    stop: async () => {
      await portico.idle()
      await portico.close()
      await db.close()
    },
  }
}

/** Returns the acts of operators in the audit log. */
async function actsIn({ db }: Running): Promise<readonly string[]> {
  const { rows } = await db.run(
    statement<{ action: string }>`select action from audit_events where action like 'service.%' order by at`,
  )
  return rows.map(({ action }) => action)
}

const SIGN_UPS_DURING_MAX = 10

/** Signs users up until the work is done, a few at most. Returns the addresses whose sign-up was answered. */
async function signUpDuring(service: Running, work: Promise<unknown>): Promise<string[]> {
  const emails: string[] = []
  let isDone = false
  const ended = work.finally(() => (isDone = true))
  while (!isDone && emails.length < SIGN_UPS_DURING_MAX) {
    const email = someEmail()
    if ((await service.signUp(email)) === 200) emails.push(email)
  }
  await ended
  return emails
}

/** Writes a copy of the backup with another header or another secret. */
export async function rewrite(file: string, changes: Partial<BackupHeader>, writtenWith = secret): Promise<string> {
  const { end, header, start } = await openBackup(file)
  const copy = path.join(await newFolder(), 'rewritten')
  const draft = await BackupDraft.create(copy)
  await draft.writeHeader({ ...header, ...changes })
  await draft.write((await readFile(file)).subarray(start, end))
  await draft.finish(new MasterSecret([writtenWith]))
  return copy
}

async function writeChanged(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const changed = path.join(await newFolder(), 'changed')
  await writeFile(changed, change(await readFile(file)))
  return changed
}

/**
 * Defines the tests of both engines.
 *
 * @param newPlace creates a place without a database of Portico
 * @returns where the tests restored the backup, for later tests of the file
 */
export function describeBackup(newPlace: () => Promise<Place>): { readonly restoredPlace: () => Place } {
  let target: Place

  describe('a backup', () => {
    let source: Place
    let file: string
    let resident: string
    let during: string[]
    let written: Outcome
    let acts: readonly string[]

    /** The tests share one backup, because writing it takes a service. */
    beforeAll(async () => {
      source = await newPlace()
      file = path.join(await newFolder(), 'today.backup')
      resident = someEmail()
      const service = await startService(source)
      await service.signUp(resident)
      const work = runCommand(['backup', '--out', file, '--json'], source)
      during = await signUpDuring(service, work)
      written = await work
      acts = await actsIn(service)
      await service.stop()
    })

    test('is one file that only its user can read, with a checksum and without the secret', async () => {
      expect(written.code).toBe(0)
      expect(JSON.parse(written.output)).toMatchObject({
        file,
        engine: expect.any(String),
        portico_version: '1.2.3',
        schema_version: ownSchemaVersion(),
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
      })
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(await readdir(path.dirname(file))).toEqual(['today.backup'])
      expect(await readFile(file, 'latin1')).not.toContain(secret)
    })

    test('has an entry in the audit log of the service that runs', () => {
      expect(acts).toEqual(['service.backed_up'])
    })

    test('is restored only whole, with its secret, into an empty database, and has everything that was answered before it began', async () => {
      target = await newPlace()
      const otherSecret = randomBytes(33).toString('base64url')
      const flip = (at: (length: number) => number) => (bytes: Buffer) => {
        bytes.writeUInt8(bytes.readUInt8(at(bytes.length)) ^ 1, at(bytes.length))
        return bytes
      }
      const attempts: readonly (readonly [string, string, Place])[] = [
        ['PORTICO_SECRET is not the secret', file, { ...target, PORTICO_SECRET: otherSecret }],
        ['has schema version 9999', await rewrite(file, { schema_version: 9_999 }), target],
        ['was changed after it was written', await rewrite(file, {}, otherSecret), target],
        [
          'is damaged',
          await writeChanged(
            file,
            flip((length) => Math.floor(length / 2)),
          ),
          target,
        ],
        [
          'is damaged',
          await writeChanged(
            file,
            flip(() => 40),
          ),
          target,
        ],
        [
          'was changed after it was written',
          await writeChanged(
            file,
            flip((length) => length - 1),
          ),
          target,
        ],
        ['is damaged', await writeChanged(file, (bytes) => bytes.subarray(0, -1)), target],
        ['is damaged', await writeChanged(file, (bytes) => bytes.subarray(0, 50)), target],
        ['format that this version', await writeChanged(file, () => Buffer.from('portico-backup 2\n')), target],
        ['is not a backup', await writeChanged(file, () => Buffer.from('')), target],
        ['cannot be read (ENOENT)', `${file}.missing`, target],
      ]

      const outcomes: Outcome[] = []
      for (const [, attempted, place] of attempts) outcomes.push(await runCommand(['restore', attempted], place))
      const restored = await runCommand(['restore', file], target)
      const repeated = await runCommand(['restore', file], target)
      const service = await startService(target)
      const statuses = [await service.signIn(resident), await service.signUp(someEmail())]
      const signInsOfOthers = await Promise.all(during.map((email) => service.signIn(email)))
      const actsOfTarget = await actsIn(service)
      await service.stop()

      expect(actsOfTarget).toEqual(['service.restored'])
      expect(outcomes).toEqual(attempts.map(([sentence]) => ({ code: 1, output: expect.stringContaining(sentence) })))
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('is restored. Start the service') })
      expect(repeated).toEqual({ code: 1, output: expect.stringMatching(/has a database|is not empty/) })
      expect(statuses).toEqual([200, 200])
      // Each user who signed up meanwhile is in the copy completely or not at all.
      expect(during.length).toBeGreaterThan(0)
      expect(signInsOfOthers.filter((status) => ![200, 400].includes(status))).toEqual([])
    })

    test('replaces no file and is refused without a database or with another secret', async () => {
      const folder = await newFolder()
      const existing = path.join(folder, 'existing')
      await writeFile(existing, 'precious')

      const early = await runCommand(['backup', '--out', path.join(folder, 'early')], await newPlace())
      const outcomes = [
        await runCommand(['backup', '--out', existing], source),
        await runCommand(['backup', '--out', path.join(folder, 'missing', 'file')], source),
        await runCommand(['backup', '--out', path.join(folder, 'other')], {
          ...source,
          PORTICO_SECRET: 'x'.repeat(20) + secret,
        }),
        await runCommand(['backup'], source),
      ]

      expect(early).toEqual({ code: 1, output: expect.stringMatching(/There is no database|The database is empty/) })
      expect(outcomes).toEqual([
        { code: 1, output: expect.stringContaining('exists.') },
        { code: 1, output: expect.stringContaining('cannot be written to') },
        { code: 1, output: expect.stringContaining('is not the secret this database was used with') },
        { code: 2, output: expect.stringContaining('requires --out with a value.') },
      ])
      expect(await readFile(existing, 'utf8')).toBe('precious')
      expect(await readdir(folder)).toEqual(['existing'])
    })
  })
  return { restoredPlace: () => target }
}
