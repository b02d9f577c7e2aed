import pg from 'pg'

import { startPostgres } from '../tools/postgres.ts'
import { processorSecondsWithChildren } from './processor-time.ts'

/** One PostgreSQL server for the whole run, with durable commits. Each contender has its own database. */
export interface BenchPostgres {
  readonly version: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Returns the processor time of the server, including connections that have ended. */
  processorSeconds(): number
  stop(): Promise<void>
}

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const server = await startPostgres({ durable: true })
  const [row] = await query<{ server_version: string }>(server.url, 'show server_version')
  let databases = 0
  return {
    version: row?.server_version ?? 'unknown',
    async createDatabase() {
      databases += 1
      const name = `bench_${databases}`
      await query(server.url, `create database ${name}`)
      return server.url.replace(/\/[^/]*$/, `/${name}`)
    },
    processorSeconds: () => processorSecondsWithChildren(server.processId),
    stop: () => server.stop(),
  }
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
