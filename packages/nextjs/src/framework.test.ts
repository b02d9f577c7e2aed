import { expect, test, vi } from 'vitest'

// Next.js 14 has no `unstable_rethrow`. No version of Next.js is installed here.
vi.mock('next/headers', () => ({}))
vi.mock('next/navigation', () => ({ unstable_rethrow: undefined }))

test('an older version of Next.js is refused with the command that updates it', async () => {
  await expect(import('./framework.ts')).rejects.toThrow(
    '@portico/nextjs needs Next.js 15 or newer. Run `npm install next@latest`.',
  )
})
