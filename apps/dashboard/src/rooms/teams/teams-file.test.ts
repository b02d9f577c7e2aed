import { describe, expect, test } from 'vitest'

import type { ListedTeam } from '../../data/teams.ts'
import { teamsCsv, teamsJson } from './teams-file.ts'

const team = {
  id: 't1',
  displayName: '=HYPERLINK("x")',
  profileImageUrl: null,
  createdAt: new Date('2026-11-01T10:00:00Z'),
  clientMetadata: { shelf: 'fiction' },
  clientReadOnlyMetadata: null,
  secondFactorRequired: true,
  serverMetadata: null,
  summary: { memberCount: 3, isMemberCountCapped: false, openInvitationCount: 0, lastActiveAt: null },
} as unknown as ListedTeam

describe('a file of teams', () => {
  test('has the visible columns as CSV, and no formula', () => {
    const { start, part } = teamsCsv(['lastActive', 'members'])

    expect(start).toBe('id,display_name,last_active_at,member_count\r\n')
    expect(part([team])).toBe('t1,"\'=HYPERLINK(""x"")",,3\r\n')
  })

  test('has all fields as JSON, whatever its pieces', () => {
    const { start, part, end } = teamsJson()
    const entry = {
      id: 't1',
      display_name: '=HYPERLINK("x")',
      profile_image_url: null,
      created_at: '2026-11-01T10:00:00.000Z',
      second_factor_required: true,
      member_count: 3,
      is_member_count_capped: false,
      open_invitation_count: 0,
      last_active_at: null,
      client_metadata: { shelf: 'fiction' },
      client_read_only_metadata: null,
      server_metadata: null,
    }

    expect(JSON.parse([start, part([team]), part([]), part([team, team]), end].join(''))).toEqual([entry, entry, entry])
  })
})
