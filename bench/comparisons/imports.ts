import { setTimeout as sleep } from 'node:timers/promises'

import type { Check, Comparison, Finding } from '../comparison.ts'
import {
  countImported,
  importRecords,
  movedUser,
  productionSettings,
  startImport,
  startImportJob,
  startPortico,
  uploadPiece,
} from '../portico.ts'
import { query } from '../postgres.ts'
import type { ServerProcess } from '../processes.ts'

const USERS = 50_000
const PART_USERS = 5_000
/** The largest number of users per call. */
const BATCH_USERS = 500
/** Fills the pools of connections and compiles the path. */
const WARM_UP_USERS = 5_000

const PIECE_BYTES = 1_048_576
/** The number of pieces of the largest file that an import accepts. */
const UPLOAD_PIECES = 200
const UPLOADED_PARTS = 4

const RATE_MIN = 2_000
const MEMORY_MAX_MB = 250

/**
 * Measures an import of users with password hashes in production mode, batch after batch, as `portico import` sends
 * them.
 */
export const imports: Comparison = {
  name: 'imports',
  async run({ postgres, progress }) {
    const settings = { ...productionSettings, DATABASE_URL: await postgres.createDatabase() }
    const service = await startPortico(settings)
    const id = await startImport(service)
    const importUsers = async (from: number, count: number): Promise<void> => {
      for (let next = from; next < from + count; next += BATCH_USERS) {
        await importRecords(service, id, next, BATCH_USERS)
      }
    }
    await importUsers(1, WARM_UP_USERS)

    const peakMemory = service.watchMemory()
    const rates: number[] = []
    for (let done = 0; done < USERS; done += PART_USERS) {
      const startedAt = performance.now()
      await importUsers(1 + WARM_UP_USERS + done, PART_USERS)
      const rate = PART_USERS / ((performance.now() - startedAt) / 1_000)
      rates.push(rate)
      progress(`${done + PART_USERS} users: ${rate.toFixed(0)} users/s`)
    }
    const peak = peakMemory()
    await service.stop()
    const uploads = await measureUpload(settings, progress)

    const checks: Check[] = [
      { what: 'imported users per second', values: rates, unit: '', target: { atLeast: RATE_MIN } },
      { what: 'resident memory during an import', values: [peak], unit: 'MB', target: { atMost: MEMORY_MAX_MB } },
    ]
    return [
      {
        title: 'Imports',
        conditions: `${USERS} users with an address, a bcrypt hash and metadata, in batches of ${BATCH_USERS}, after ${WARM_UP_USERS} others. Each value is the rate of ${PART_USERS} users. Peak resident memory of the service, sampled every 100 ms.`,
        series: [
          { name: 'imported users', unit: 'users/s', values: rates },
          { name: 'service during the import', unit: 'MB', values: [peak] },
        ],
        checks,
      },
      uploads,
    ]
  },
}

/**
 * Measures an upload of the largest size, the job that imports it, and how the job continues in another process after a
 * kill.
 */
async function measureUpload(
  settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  progress: (line: string) => void,
): Promise<Finding> {
  const first = await startPortico(settings)
  const id = await startImport(first)
  const peakOfUpload = first.watchMemory()
  const uploadStartedAt = performance.now()
  let index = 0
  for (const piece of piecesOfFile()) {
    await uploadPiece(first, id, index, piece)
    index += 1
  }
  const uploadMillis = performance.now() - uploadStartedAt
  const uploadMemory = peakOfUpload()
  progress(`upload: ${uploadMillis.toFixed(0)} ms, ${uploadMemory.toFixed(0)} MB`)

  const peakOfJob = first.watchMemory()
  await startImportJob(first, id)
  let imported = await importedAfter(first, id, WARM_UP_USERS)
  const rates: number[] = []
  for (let part = 0; part < UPLOADED_PARTS; part += 1) {
    const startedAt = performance.now()
    const next = await importedAfter(first, id, imported + PART_USERS)
    rates.push((next - imported) / ((performance.now() - startedAt) / 1_000))
    imported = next
    progress(`job: ${imported} users: ${rates.at(-1)?.toFixed(0)} users/s`)
  }
  const jobMemory = peakOfJob()
  await first.kill()

  const second = await startPortico(settings)
  const atKill = await countImported(second, id)
  // The lease of the killed process ends.
  await query(settings.DATABASE_URL, 'update jobs set due_at = now() where ended_at is null')
  const continuedAt = performance.now()
  await importedAfter(second, id, atKill + 1)
  const skipMillis = performance.now() - continuedAt
  progress(`after a kill: ${skipMillis.toFixed(0)} ms to skip ${atKill} users`)
  await second.stop()

  return {
    title: 'Imports of an uploaded file',
    conditions: `A file of ${UPLOAD_PIECES} MiB in pieces of 1 MiB, one after the other. Then the job of the service imports its users, whose records are those above; each value is the rate of about ${PART_USERS} users, after ${WARM_UP_USERS} others. Then the process is killed, and another one skips the ${atKill} users that were imported, up to its first own user. Peak resident memory of the service, sampled every 100 ms.`,
    series: [
      { name: 'upload', unit: 'ms', values: [uploadMillis] },
      { name: 'service during the upload', unit: 'MB', values: [uploadMemory] },
      { name: 'users that the job imports', unit: 'users/s', values: rates },
      { name: 'service during the job', unit: 'MB', values: [jobMemory] },
      { name: 'skipping after a kill', unit: 'ms', values: [skipMillis] },
    ],
    checks: [
      {
        what: 'resident memory during an upload and its job',
        values: [Math.max(uploadMemory, jobMemory)],
        unit: 'MB',
        target: { atMost: MEMORY_MAX_MB },
      },
    ],
  }
}

/** Waits until an import has created a number of users. Returns how many it has created by then. */
async function importedAfter(service: ServerProcess, id: string, users: number): Promise<number> {
  for (;;) {
    const imported = await countImported(service, id)
    if (imported >= users) return imported
    await sleep(20)
  }
}

/** Yields the pieces of a user file in our own format. The last line is cut off. */
function* piecesOfFile(): Generator<Uint8Array<ArrayBuffer>> {
  // Higher than the numbers of the users of the other measurement.
  let next = 10_000_000
  let text = ''
  for (let piece = 0; piece < UPLOAD_PIECES; piece += 1) {
    while (text.length < PIECE_BYTES) {
      text += `${JSON.stringify(movedUser(next))}\n`
      next += 1
    }
    yield new TextEncoder().encode(text.slice(0, PIECE_BYTES))
    text = text.slice(PIECE_BYTES)
  }
}
