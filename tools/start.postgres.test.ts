import { createTestPortico } from '@portico/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { findPortPair, NpmStart } from '../e2e/npm-start.ts'
import { statement } from '../packages/server/src/kernel/statement.ts'

test('npm start runs only the service in production mode, without the project of the demo', async () => {
  await using portico = await createTestPortico({ engine: 'postgres' })
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  const database = new URL(process.env['PORTICO_TEST_DATABASE_URL'] ?? '')
  database.pathname = `/${rows[0]?.name}`

  const started = NpmStart.launch(await findPortPair(), {
    PORTICO_MODE: 'production',
    PORTICO_BASE_URL: 'https://auth.example.com',
    PORTICO_SECRET: portico.secret,
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
    PORTICO_MAIL_FROM: 'noreply@auth.example.com',
    DATABASE_URL: database.toString(),
  })
  onTestFinished(async () => void (await started.stop()))
  await started.untilOk(`${started.serviceUrl}/ready`)

  await expect(fetch(started.demoUrl)).rejects.toThrow('fetch failed')
  const demo = await fetch(`${started.serviceUrl}/api/v1/projects/current`, {
    headers: {
      'x-stack-access-type': 'client',
      'x-stack-project-id': '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
      'x-stack-publishable-client-key': 'pck_demo_react_vite_local_development_only',
    },
  })
  expect(demo.status).toBe(401)
  expect(started.output).toContain('Portico is up (production)')
  expect(started.output).not.toMatch(/demo|vite/i)
  expect(await started.stop()).toBe(0)
})
