import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { layOutGraph, NODE_HEIGHT } from './graph-layout.ts'

const widthOf = (id: string): number => 28 + 8 * id.length

const all = [
  { id: 'admin', containedPermissionIds: ['member', '$delete_team'] },
  { id: 'member', containedPermissionIds: ['$read_members'] },
  { id: 'alone', containedPermissionIds: [] },
  { id: '$read_members', containedPermissionIds: [] },
  { id: '$delete_team', containedPermissionIds: [] },
]

/** Permissions, each of which can contain later ones. */
const permissions = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 80 }).map((pairs) =>
    Array.from({ length: count }, (_, index) => ({
      id: `p${index}`,
      containedPermissionIds: pairs.filter(([from, to]) => from === index && to > index).map(([, to]) => `p${to}`),
    })),
  ),
)

/** The pieces of a path from left to right: curves, and straight lines with their height. */
function piecesOf(path: string): { from: number; to: number; y: number | null }[] {
  const pieces: { from: number; to: number; y: number | null }[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([MHC])([^MHC]*)/g)) {
    const numbers = rest.split(' ').map(Number)
    const [endX = 0, endY = 0] = command === 'H' ? [numbers[0], y] : numbers.slice(-2)
    if (command !== 'M') pieces.push({ from: x, to: endX, y: command === 'H' ? y : null })
    ;[x, y] = [endX, endY]
  }
  return pieces
}

describe('the layout of the containment graph', () => {
  test('puts permissions that contain nothing into the last layer, and leaves out isolated ones', () => {
    const { nodes, edges } = layOutGraph(all, widthOf)

    expect(Object.fromEntries(nodes.map(({ id, layer }) => [id, layer]))).toEqual({
      admin: 0,
      member: 1,
      $read_members: 2,
      $delete_team: 2,
    })
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'admin member',
      'member $read_members',
      'admin $delete_team',
    ])
  })

  test('keeps nodes apart, and each permission before those that it contains', () => {
    fc.assert(
      fc.property(permissions, (given) => {
        const { nodes, edges, width, height } = layOutGraph(given, widthOf)

        const byId = new Map(nodes.map((node) => [node.id, node]))
        for (const { from, to } of edges) {
          const [start, end] = [byId.get(from), byId.get(to)]
          expect((start?.x ?? 0) + (start?.width ?? 0)).toBeLessThan(end?.x ?? 0)
        }
        for (const layer of Map.groupBy(nodes, (node) => node.layer).values()) {
          for (const [index, node] of layer.entries()) {
            expect(node.y - (layer[index - 1]?.y ?? -Infinity)).toBeGreaterThanOrEqual(NODE_HEIGHT)
          }
        }
        for (const node of nodes) {
          expect(node.x + node.width).toBeLessThanOrEqual(width)
          expect(node.y + NODE_HEIGHT).toBeLessThanOrEqual(height)
        }
      }),
    )
  })

  test('draws no edge behind a node', () => {
    fc.assert(
      fc.property(permissions, (given) => {
        const { nodes, edges } = layOutGraph(given, widthOf)

        for (const { path } of edges) {
          for (const { from, to, y } of piecesOf(path)) {
            const behind = nodes.filter(
              (node) =>
                node.x < to && node.x + node.width > from && (y === null || (node.y < y && node.y + NODE_HEIGHT > y)),
            )
            expect(behind).toEqual([])
          }
        }
      }),
    )
  })

  test('draws no edge across another where none has to', () => {
    const { nodes } = layOutGraph(
      [
        { id: 'a', containedPermissionIds: ['y'] },
        { id: 'b', containedPermissionIds: ['x'] },
        { id: 'x', containedPermissionIds: [] },
        { id: 'y', containedPermissionIds: [] },
      ],
      widthOf,
    )
    const y = Object.fromEntries(nodes.map((node) => [node.id, node.y]))

    expect(Math.sign((y['a'] ?? 0) - (y['b'] ?? 0))).toBe(Math.sign((y['y'] ?? 0) - (y['x'] ?? 0)))
  })

  test('shrinks its gaps to fit its place', () => {
    const { width } = layOutGraph(all, widthOf)

    expect(layOutGraph(all, widthOf, width - 60).width).toBeLessThanOrEqual(width - 60)
    expect(layOutGraph(all, widthOf, 100).width).toBeGreaterThan(100)
  })

  test('stops at a cycle', () => {
    const { edges } = layOutGraph(
      [
        { id: 'a', containedPermissionIds: ['b'] },
        { id: 'b', containedPermissionIds: ['a'] },
      ],
      widthOf,
    )

    expect(edges).toHaveLength(1)
  })

  test('lays out all of 200 permissions', () => {
    const large = Array.from({ length: 200 }, (_, index) => ({
      id: `permission_${index}`,
      containedPermissionIds: [2 * index + 1, 2 * index + 2, 3 * index + 5].map((next) => `permission_${next}`),
    }))

    expect(layOutGraph(large, widthOf).nodes).toHaveLength(200)
  })
})
