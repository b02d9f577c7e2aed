import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Vitest's global setup for tests on PostgreSQL. Starts a server and sets `PORTICO_TEST_DATABASE_URL`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ durable: false })
  project.config.env['PORTICO_TEST_DATABASE_URL'] = postgres.url
  // The server is deleted after the tests, so they may leave databases for each other.
  project.config.env['PORTICO_TEST_KEEPS_DATABASES'] = 'true'
  return () => postgres.stop()
}
