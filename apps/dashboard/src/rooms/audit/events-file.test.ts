import { describe, expect, test } from 'vitest'

import { eventsCsv } from './events-file.ts'

const event = {
  id: 'e1',
  at_millis: Date.UTC(2026, 10, 23, 12),
  action: 'user.updated',
  outcome: 'ok',
  actor_type: 'server',
  actor_id: null,
  actor_key_set_id: 'k1',
  target_id: 'u1',
  team_id: 't1',
  permission_id: 'editor',
  provider_id: null,
  reason: null,
  changed_fields: ['displayName', 'primaryEmail'],
  request_id: 'r1',
  client_address: '127.0.0.1',
}

function rowOf(changes: Partial<Record<keyof typeof event, unknown>>): string {
  return eventsCsv().part([`${JSON.stringify({ ...event, ...changes })}\n`])
}

describe('the export as CSV', () => {
  test('has a head and a line per event', () => {
    expect(eventsCsv().start).toBe(
      'at,action,outcome,actor_type,actor_id,actor_key_set_id,target_id,team_id,permission_id,provider_id,reason,changed_fields,client_address,request_id,id\r\n',
    )
    expect(rowOf({})).toBe(
      '2026-11-23T12:00:00.000Z,user.updated,ok,server,,k1,u1,t1,editor,,,displayName primaryEmail,127.0.0.1,r1,e1\r\n',
    )
  })

  test('quotes separators, and quotes in quotes', () => {
    expect(rowOf({ reason: 'a "b", c' })).toContain(',"a ""b"", c",')
    expect(rowOf({ reason: 'a\nb' })).toContain(',"a\nb",')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1'])('turns the formula %j into text', (reason) => {
    expect(rowOf({ reason })).toContain(`,'${reason},`)
  })
})
