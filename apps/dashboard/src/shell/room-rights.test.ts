import { rightsOfRole, staffRoles, type StaffRole } from '@portico/client/admin'
import { endpoints } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import * as endpointRights from '../data/endpoint-rights.ts'
import { railItems, type RailItem } from './rail-items.ts'
import { rightOfPage } from './room-rights.ts'

/** The rooms that a role cannot open. */
const closedRooms: Readonly<Record<StaffRole, readonly RailItem['id'][]>> = {
  owner: [],
  admin: [],
  developer: [],
  support: ['start', 'keys'],
  viewer: ['start', 'keys', 'webhooks', 'audit'],
}

describe('the rights of rooms', () => {
  test('are those of the endpoints in the contract', () => {
    const declared = [...endpoints].flatMap(([name, { staffRight }]) =>
      staffRight === undefined || staffRight === null ? [] : [[name, staffRight] as const],
    )

    expect({ ...endpointRights }).toEqual(Object.fromEntries(declared))
  })

  test.each(staffRoles)('close the rooms that the role "%s" may not read', (role) => {
    const rights = rightsOfRole(role, 'a-project')

    const closed = railItems.filter(({ right }) => !rights.includes(right)).map(({ id }) => id)

    expect(closed).toEqual(closedRooms[role])
  })

  test('are those of the room for a page below it, or of its own', () => {
    for (const { path, right } of railItems) expect(rightOfPage(path)).toBe(right)
    expect(rightOfPage('/')).toBe('read_project')
    expect(rightOfPage('/users/a-user/profile')).toBe('read_users')
    expect(rightOfPage('/users/import/an-import')).toBe('move_users')
    expect(rightOfPage('/emails/sent')).toBe('read_log')
    expect(rightOfPage('/emails/magic_link')).toBe('read_project')
    expect(rightOfPage('/sign-in/users')).toBe('read_project')
    expect(rightOfPage('/sign-in/google')).toBe('change_project')
  })
})
