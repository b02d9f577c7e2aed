import pg from 'pg'

import { startPostgres } from '../tools/postgres.ts'
import { processorSeconds } from './processor-time.ts'

/** One PostgreSQL server for the whole run, with durable commits. Each contender has its own database. */
export interface BenchPostgres {
  readonly version: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Returns the processor time that the connections to a database have used since they were opened. */
  processorSeconds(url: string): Promise<number>
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
    async processorSeconds(url) {
      const rows = await query<{ pid: number }>(
        server.url,
        `select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [databaseOf(url)],
      )
      return rows.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
    },
    stop: () => server.stop(),
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
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
