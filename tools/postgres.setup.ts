import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Vitest's global setup for tests on PostgreSQL. Starts a server and sets `PORTICO_TEST_DATABASE_URL`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ durable: false })
  project.config.env['PORTICO_TEST_DATABASE_URL'] = postgres.url
  return () => postgres.stop()
}
