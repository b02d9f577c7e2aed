import { describe, expect, test } from 'vitest'

import { heldPermissions } from './held-permissions.ts'

const definitions = [
  { id: 'owner', containedPermissionIds: ['editor'] },
  { id: 'editor', containedPermissionIds: ['reader'] },
  { id: 'reader', containedPermissionIds: [] },
  { id: 'billing', containedPermissionIds: ['reader'] },
]

describe('the permissions of a user', () => {
  test('name the granted permissions that contain them, at any depth', () => {
    expect(heldPermissions(['owner', 'billing'], definitions)).toEqual([
      { id: 'billing', isDirect: true, containedIn: [] },
      { id: 'editor', isDirect: false, containedIn: ['owner'] },
      { id: 'owner', isDirect: true, containedIn: [] },
      { id: 'reader', isDirect: false, containedIn: ['owner', 'billing'] },
    ])
  })

  test('keep a direct grant that another one contains', () => {
    expect(heldPermissions(['editor', 'reader'], definitions)).toContainEqual({
      id: 'reader',
      isDirect: true,
      containedIn: ['editor'],
    })
  })

  test('end with a cycle', () => {
    const cycle = [
      { id: 'a', containedPermissionIds: ['b'] },
      { id: 'b', containedPermissionIds: ['a'] },
    ]

    expect(heldPermissions(['a'], cycle)).toEqual([
      { id: 'a', isDirect: true, containedIn: [] },
      { id: 'b', isDirect: false, containedIn: ['a'] },
    ])
  })
})
