import { describe, expect, test } from 'vitest'

import { containersOf, grantedBy, grantersOf, problemOfId, relatedTo } from './containment.ts'

const all = [
  { id: 'admin', containedPermissionIds: ['member', '$delete_team'] },
  { id: 'member', containedPermissionIds: ['$read_members'] },
  { id: 'exporter', containedPermissionIds: ['member'] },
  { id: '$read_members', containedPermissionIds: [] },
  { id: '$delete_team', containedPermissionIds: [] },
]

describe('containment', () => {
  test('grants what a permission contains, directly or through others', () => {
    expect(grantedBy('admin', all)).toEqual(['member', '$delete_team', '$read_members'])
    expect(grantedBy('$read_members', all)).toEqual([])
  })

  test('stops at a cycle, and ignores permissions that no longer exist', () => {
    const circle = [
      { id: 'a', containedPermissionIds: ['b', 'gone'] },
      { id: 'b', containedPermissionIds: ['a'] },
    ]

    expect(grantedBy('a', circle)).toEqual(['b'])
  })

  test('lists the direct containers, and those that would close a cycle', () => {
    expect(containersOf('$read_members', all)).toEqual(['member'])
    expect([...grantersOf('$read_members', all)]).toEqual(['$read_members', 'admin', 'member', 'exporter'])
  })

  test('lists a permission with all that it grants and all that grant it', () => {
    expect(relatedTo('member', all)).toEqual(new Set(['member', 'admin', 'exporter', '$read_members']))
  })

  test.each([
    ['', 'empty'],
    ['Approve Notes', 'characters'],
    ['a$b', 'characters'],
    ['$approve', 'system'],
    ['a'.repeat(129), 'long'],
    ['export:archive_2', null],
  ])('judges the id %j as %s', (id, problem) => {
    expect(problemOfId(id)).toBe(problem)
  })
})
