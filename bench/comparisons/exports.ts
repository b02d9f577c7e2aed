import type { Comparison } from '../comparison.ts'
import { floodingProject as project, productionSettings, readAsAdmin, startPortico } from '../portico.ts'
import { startScalePostgres } from '../scale-database.ts'

const MEMORY_MAX_MB = 200

/** Measures an export of a large project to a client that reads as fast as it can. */
export const exports: Comparison = {
  name: 'exports',
  async run({ users, progress }) {
    const postgres = await startScalePostgres(project, progress)
    try {
      const settings = { ...productionSettings, PORTICO_LOG: 'warn', DATABASE_URL: await postgres.databaseOf(users) }
      const service = await startPortico(settings)
      const peakMemory = service.watchMemory()
      const startedAt = performance.now()
      const { path, headers } = readAsAdmin('/internal/export?include_hashes=true', project)
      const { records, lastLine } = await readLines(await fetch(service.origin + path, { headers }))
      const seconds = (performance.now() - startedAt) / 1_000
      const peak = peakMemory()
      await service.stop()
      const end = JSON.parse(lastLine) as { kind: string; records?: { user: number } }
      if (end.kind !== 'end' || end.records?.user !== users) throw new Error(`The export is not complete: ${lastLine}`)
      progress(`${records} records in ${seconds.toFixed(1)} s, ${peak.toFixed(0)} MB`)
      return [
        {
          title: 'Exports',
          conditions: `One export of ${users.toLocaleString('en')} users with their addresses, teams and memberships, ${records.toLocaleString('en')} records. Peak resident memory of the service, sampled every 100 ms.`,
          series: [
            { name: 'exported users', unit: 'users/s', values: [users / seconds] },
            { name: 'service during the export', unit: 'MB', values: [peak] },
          ],
          checks: [
            { what: 'resident memory during an export', values: [peak], unit: 'MB', target: { atMost: MEMORY_MAX_MB } },
          ],
        },
      ]
    } finally {
      await postgres.stop()
    }
  },
}

/** Counts the records before the last line, without keeping them. */
async function readLines({ body, status }: Response): Promise<{ records: number; lastLine: string }> {
  if (status !== 200 || !body) throw new Error(`The export answered ${status}.`)
  let records = -1
  let tail = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) records += 1
    // The last line is short.
    tail = (tail + text).slice(-1_000)
  }
  return { records, lastLine: tail.trimEnd().split('\n').at(-1) ?? '' }
}
