import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, projectId } from '../../test/surroundings.ts'
import { PorticoAdminApp } from '../admin.ts'

const options = {
  projectId,
  publishableClientKey: 'pck_key',
  secretServerKey: 'ssk_secret',
  superSecretAdminKey: 'sak_secret',
  baseUrl,
  tokenStore: null,
} as const

/** A service whose audit log has these pages of ids. The cursor is the number of the page. */
function createApp(pages: readonly (readonly string[])[]) {
  const surroundings = createSurroundings(({ path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0)
    const next = page + 1 < pages.length ? String(page + 1) : null
    return {
      body: { items: pages[page]?.map((id) => ({ id })), is_paginated: true, pagination: { next_cursor: next } },
    }
  })
  return { ...surroundings, app: new PorticoAdminApp<false>(options, surroundings.ports) }
}

describe('an export of the audit log', () => {
  test('goes on after pages without events, to the last one', async () => {
    const { app, sent } = createApp([['a'], [], ['b', 'c']])

    const lines: string[] = []
    for await (const line of app.exportAuditEvents({ outcome: 'refused' })) lines.push(line)

    expect(lines).toEqual(['{"id":"a"}\n', '{"id":"b"}\n', '{"id":"c"}\n'])
    expect(sent.map(({ path }) => path)).toEqual([
      '/internal/audit-events?outcome=refused&limit=1000',
      '/internal/audit-events?outcome=refused&limit=1000&cursor=1',
      '/internal/audit-events?outcome=refused&limit=1000&cursor=2',
    ])
  })

  test('reads a page only when its lines are wanted', async () => {
    const { app, sent } = createApp([['a', 'b'], ['c']])

    const lines = app.exportAuditEvents()
    const before = sent.length
    for await (const line of lines) {
      if (line.includes('b')) break
    }

    expect([before, sent.length]).toEqual([0, 1])
  })
})
