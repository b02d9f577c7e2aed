import type { Containing } from '../../records/containment.ts'

/** A permission, or the place where an edge passes a layer. */
export interface Vertex {
  readonly id: string
  readonly isNode: boolean
  readonly layer: number
  readonly width: number
  readonly before: Vertex[]
  readonly after: Vertex[]
  y: number
}

export interface Edge {
  readonly from: string
  readonly to: string
}

const ORDER_ROUNDS = 12

/** The edges between known permissions, without those that would close a cycle. */
export function edgesOf(all: readonly Containing[]): Edge[] {
  const contained = new Map(all.map((one) => [one.id, [...new Set(one.containedPermissionIds)]]))
  const edges: Edge[] = []
  const state = new Map<string, 'open' | 'done'>()
  function visit(id: string): void {
    state.set(id, 'open')
    for (const next of contained.get(id) ?? []) {
      if (!contained.has(next) || state.get(next) === 'open') continue
      edges.push({ from: id, to: next })
      if (!state.has(next)) visit(next)
    }
    state.set(id, 'done')
  }
  for (const id of contained.keys()) if (!state.has(id)) visit(id)
  return edges
}

/** The layers from left to right, with the places where edges pass them. */
export function layersOf(edges: readonly Edge[], widthOf: (id: string) => number): Vertex[][] {
  const after = Map.groupBy(edges, ({ from }) => from)
  const depths = new Map<string, number>()
  function depthOf(id: string): number {
    const known = depths.get(id)
    if (known !== undefined) return known
    const depth = Math.max(0, ...(after.get(id) ?? []).map(({ to }) => depthOf(to) + 1))
    depths.set(id, depth)
    return depth
  }
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  const deepest = Math.max(-1, ...ids.map(depthOf))
  const layers: Vertex[][] = Array.from({ length: deepest + 1 }, () => [])
  const vertices = new Map<string, Vertex>()
  function add(id: string, layer: number, isNode: boolean): Vertex {
    const vertex: Vertex = { id, isNode, layer, width: isNode ? widthOf(id) : 0, before: [], after: [], y: 0 }
    layers[layer]?.push(vertex)
    vertices.set(id, vertex)
    return vertex
  }
  for (const id of ids) add(id, deepest - depthOf(id), true)
  for (const { from, to } of edges) {
    const [start, end] = [vertices.get(from), vertices.get(to)]
    if (!start || !end) continue
    let last = start
    for (let layer = start.layer + 1; layer < end.layer; layer++)
      last = connect(last, add(passingId(from, to, layer), layer, false))
    connect(last, end)
  }
  return layers
}

function connect(from: Vertex, to: Vertex): Vertex {
  from.after.push(to)
  to.before.push(from)
  return to
}

function passingId(from: string, to: string, layer: number): string {
  return `${from} ${to} ${layer}`
}

export function wayOf(byId: ReadonlyMap<string, Vertex>, from: string, to: string): Vertex[] {
  const [start, end] = [byId.get(from), byId.get(to)]
  if (!start || !end) return []
  const between = Array.from({ length: end.layer - start.layer - 1 }, (_, index) =>
    byId.get(passingId(from, to, start.layer + 1 + index)),
  )
  return [start, ...between.filter((vertex) => vertex !== undefined), end]
}

/**
 * Orders each layer by the mean place of the neighbours, in both directions, and returns the order with the fewest
 * crossings.
 */
export function orderLayers(layers: readonly Vertex[][]): Vertex[][] {
  let current = layers.map((layer) => [...layer])
  let best = current
  let fewest = countCrossings(current)
  for (let round = 0; round < ORDER_ROUNDS && fewest > 0; round++) {
    const isForth = round % 2 === 0
    const next = current.map((layer) => [...layer])
    const indexes = next.map((_, index) => index)
    for (const index of isForth ? indexes.slice(1) : indexes.slice(0, -1).toReversed()) {
      const places = placesIn(next[index + (isForth ? -1 : 1)] ?? [])
      const own = placesIn(next[index] ?? [])
      const wanted = (vertex: Vertex): number =>
        meanOf((isForth ? vertex.before : vertex.after).map((neighbour) => places.get(neighbour) ?? 0)) ??
        own.get(vertex) ??
        0
      next[index]?.sort((one, other) => wanted(one) - wanted(other))
    }
    current = next
    const crossings = countCrossings(current)
    if (crossings < fewest) {
      fewest = crossings
      best = current
    }
  }
  return best
}

/** Pairs of edges between neighbouring layers that cross. */
function countCrossings(layers: readonly (readonly Vertex[])[]): number {
  let crossings = 0
  for (const [index, layer] of layers.entries()) {
    const places = placesIn(layers[index + 1] ?? [])
    const ends = layer.map((vertex) => vertex.after.map((end) => places.get(end) ?? 0))
    for (const [at, upper] of ends.entries()) {
      for (const lower of ends.slice(at + 1)) {
        for (const end of upper) crossings += lower.filter((other) => other < end).length
      }
    }
  }
  return crossings
}

function placesIn(layer: readonly Vertex[]): Map<Vertex, number> {
  return new Map(layer.map((vertex, index) => [vertex, index]))
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
