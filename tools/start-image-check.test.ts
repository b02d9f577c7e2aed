import { describe, expect, test } from 'vitest'

import { readMigrations } from '../packages/server/src/platform/db/migrate.ts'
import { findStartImageProblem } from './start-image-check.ts'

describe('the check of the start image', () => {
  test('accepts the committed image', async () => {
    await expect(findStartImageProblem()).resolves.toBeNull()
  })

  test.each([
    ['a new migration', [...readMigrations(), { version: 9_000, name: 'new', text: 'select 1' }]],
    ['a changed migration', readMigrations().map((migration) => ({ ...migration, text: `${migration.text}\n` }))],
  ])('requires `npm run generate` after %s', async (_change, migrations) => {
    await expect(findStartImageProblem(migrations)).resolves.toContain('npm run generate')
  })
})
