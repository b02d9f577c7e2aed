import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { openPostgres, statement, type Database } from '@portico/server'

import { Balancer } from './balancer.ts'
import { Load, type Sdk } from './load.ts'

const root = join(import.meta.dirname, '../..')
const WORKERS = 2
const CALLS_PER_STEP = 100

/** The programs of the two versions. */
const programs = {
  old: (packages: string): readonly string[] => [join(packages, 'server/dist/main.js')],
  new: (): readonly string[] => ['--conditions=@portico/source', join(root, 'packages/server/src/main.ts')],
}

interface ServiceNode {
  readonly port: number
  stop(): Promise<number | null>
}

/**
 * Starts two nodes of the packed release, replaces one after the other by this version, and takes one back, while users
 * of that release's SDK sign up, sign in, read and change their profile.
 *
 * @param databaseUrl an empty database
 * @returns the number of failures
 */
export async function upgradeUnderLoad(packages: string, databaseUrl: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-rolling-'))
  const balancer = await Balancer.start()
  const key = `pck_${randomBytes(16).toString('hex')}`
  const seed = join(folder, 'seed.json')
  const config = { sign_up_enabled: true, credential_enabled: true }
  writeFileSync(seed, JSON.stringify({ projects: [{ id: 'internal', keys: { publishable_client_key: key }, config }] }))
  const environment = {
    DATABASE_URL: databaseUrl,
    PORTICO_SECRET: randomBytes(33).toString('base64url'),
    PORTICO_BASE_URL: balancer.origin,
    PORTICO_SEED: seed,
    PORTICO_RATE_LIMITS: 'off',
    PORTICO_ARGON2_MEMORY_KIB: '256',
    PORTICO_ARGON2_PASSES: '1',
    PORTICO_LOG: 'warn',
    PORTICO_DATABASE_WAIT_SECONDS: '60',
  }
  const started: ChildProcess[] = []
  const start = async (version: keyof typeof programs): Promise<ServiceNode> => {
    const port = await findFreePort()
    const child = spawn(process.execPath, programs[version](packages), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'], ...environment, PORTICO_PORT: String(port) },
    })
    started.push(child)
    await waitUntilReady(child, port)
    balancer.add(port)
    return {
      port,
      stop: async () => {
        balancer.remove(port)
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
        return child.exitCode
      },
    }
  }

  let failures = 0
  const stop = async (node: ServiceNode): Promise<void> => {
    if ((await node.stop()) !== 0) failures += 1
  }
  try {
    let [first, second] = [await start('old'), await start('old')]
    const sdk = (await import(pathToFileURL(join(packages, 'client/dist/client.js')).href)) as Sdk
    const load = new Load(sdk, { baseUrl: balancer.origin, publishableClientKey: key, workers: WORKERS })
    const schemaBefore = await readSchema(databaseUrl)
    const step = async (sentence: string): Promise<void> => {
      await load.wait(CALLS_PER_STEP)
      console.log(
        `  ${sentence}: ${load.done} calls, ${load.failures.length} failed, schema ${await readSchema(databaseUrl)}`,
      )
    }
    await step('two nodes of the release')
    await stop(first)
    first = await start('new')
    await step('one node replaced')
    await stop(second)
    second = await start('new')
    await step('both nodes replaced')
    await stop(second)
    second = await start('old')
    await step('one node taken back')
    await load.stop()
    const lost = await countLost(databaseUrl, load.signedUp)
    console.log(`  ${load.signedUp.length} accounts were acknowledged, ${lost} of them are lost.`)
    for (const failure of load.failures.slice(0, 5)) console.error(failure)
    if (schemaBefore === (await readSchema(databaseUrl))) console.log('  No migration is newer than the release.')
    failures += load.failures.length + lost
    await stop(first)
    await stop(second)
  } finally {
    for (const child of started) child.kill('SIGKILL')
    balancer.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return failures
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`A node ended with ${child.exitCode} instead of starting.`)
    if (await isReady(port)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/ready', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('error', () => resolve(false)).end()
  })
}

async function findFreePort(): Promise<number> {
  const balancer = await Balancer.start()
  balancer.close()
  return Number(new URL(balancer.origin).port)
}

async function query<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPostgres(databaseUrl, 1)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function readSchema(databaseUrl: string): Promise<number> {
  const select = statement<{ version: number }>`select max(version) as version from schema_migrations`
  const { rows } = await query(databaseUrl, (db) => db.run(select))
  return rows[0]?.version ?? 0
}

async function countLost(databaseUrl: string, addresses: readonly string[]): Promise<number> {
  const select = statement<{ lost: number }>`
    select count(*)::int as lost from unnest(${addresses}::text[]) address
    where not exists (select from contact_channels where value = address)`
  const { rows } = await query(databaseUrl, (db) => db.run(select))
  return rows[0]?.lost ?? 0
}
