import { expect, test } from 'vitest'

import { withIsolatedDetails } from './isolated-details.ts'

const table = withIsolatedDetails({
  fixed: 'No details',
  known: {
    suspended: ({ restricted: { reason, until } }: { restricted: { reason: string; until: number } }) =>
      `${reason} until ${until}`,
    missing: ({ fields }: { fields: readonly string[] }) => fields.join(', '),
  },
  provider: (name: string, reason: string | null) => `${name}: ${reason ?? 'unknown'}`,
})

test('texts in details are isolated at any depth, and nothing else is', () => {
  expect(table.fixed).toBe('No details')
  expect(table.known.suspended({ restricted: { reason: 'a.b', until: 5 } })).toBe('\u2068a.b\u2069 until 5')
  expect(table.known.missing({ fields: ['a.b', 'c.d'] })).toBe('\u2068a.b\u2069, \u2068c.d\u2069')
  expect(table.provider('GitHub', null)).toBe('GitHub: unknown')
})

test('a detail has no mark that ends its isolation or overrides the direction', () => {
  expect(table.provider('Git\u2069Hub\u202e!', null)).toBe('\u2068GitHub!\u2069: unknown')
})
