import type { Containing } from '../../records/containment.ts'

export const NODE_HEIGHT = 32
const NODE_GAP = 8
/** The room of an edge that passes a layer. */
const PASSING_HEIGHT = 4
const LAYER_GAP_MIN = 72
const LAYER_GAP_MAX = 168
/** In a narrow place, the gaps shrink to this share, if the graph then fits. */
const GAP_SHARE_MIN = 0.35
/** The share in a graph that scrolls. */
const GAP_SHARE_SCROLLED = 0.75
/** More edges between two layers need more room to stay apart. */
const GAP_PER_EDGE = 6
const ORDER_ROUNDS = 12
const PLACE_ROUNDS = 16

export interface PlacedNode {
  readonly id: string
  readonly layer: number
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface PlacedEdge {
  readonly from: string
  readonly to: string
  /** Path data of SVG. */
  readonly path: string
}

export interface GraphLayout {
  /** By layer, from top to bottom in each. */
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

/** A permission, or the place where an edge passes a layer. */
interface Vertex {
  readonly id: string
  readonly isNode: boolean
  readonly layer: number
  readonly width: number
  readonly before: Vertex[]
  readonly after: Vertex[]
  y: number
}

interface Edge {
  readonly from: string
  readonly to: string
}

/**
 * Draws containment in layers from left to right (Sugiyama): what contains nothing is in the last layer, and everything else before
 * what it contains. Edges pass the layers between in places of their own, so that they cross no node. Permissions without any
 * containment are left out.
 *
 * @param widthOf the width of a node in pixels
 * @param place the width that the graph has; the graph is wider only if necessary
 */
export function layOutGraph(
  all: readonly Containing[],
  widthOf: (id: string) => number,
  place = Infinity,
): GraphLayout {
  const edges = edgesOf(all)
  const layers = orderLayers(layersOf(edges, widthOf))
  if (layers.length === 0) return { nodes: [], edges: [], width: 0, height: 0 }
  placeVertically(layers)
  const starts = startsOf(layers, place)
  const vertices = layers.flat()
  const left = (vertex: Vertex): number => starts[vertex.layer] ?? 0
  const right = (vertex: Vertex): number => left(vertex) + vertex.width
  const layerEnds = layers.map((layer) => Math.max(...layer.map(right)))
  const nodes = vertices
    .filter(({ isNode }) => isNode)
    .map((vertex): PlacedNode => ({
      id: vertex.id,
      layer: vertex.layer,
      x: left(vertex),
      y: vertex.y,
      width: vertex.width,
    }))
  const byId = new Map(vertices.map((vertex) => [vertex.id, vertex]))
  return {
    nodes,
    edges: edges.map(({ from, to }) => {
      const way = wayOf(byId, from, to)
      const points = way.map((vertex) => ({
        left: left(vertex),
        right: right(vertex),
        layerEnd: layerEnds[vertex.layer] ?? 0,
        y: middleOf(vertex),
      }))
      return { from, to, path: pathThrough(points) }
    }),
    width: Math.max(...vertices.map(right)),
    height: Math.max(...vertices.map((vertex) => vertex.y + heightOf(vertex))),
  }
}

/** The edges between known permissions, without those that would close a cycle. */
function edgesOf(all: readonly Containing[]): Edge[] {
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
function layersOf(edges: readonly Edge[], widthOf: (id: string) => number): Vertex[][] {
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

function wayOf(byId: ReadonlyMap<string, Vertex>, from: string, to: string): Vertex[] {
  const [start, end] = [byId.get(from), byId.get(to)]
  if (!start || !end) return []
  const between = Array.from({ length: end.layer - start.layer - 1 }, (_, index) =>
    byId.get(passingId(from, to, start.layer + 1 + index)),
  )
  return [start, ...between.filter((vertex) => vertex !== undefined), end]
}

/** Orders each layer by the mean place of the neighbours, in both directions, and returns the order with the fewest crossings. */
function orderLayers(layers: readonly Vertex[][]): Vertex[][] {
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

/** Moves every vertex towards the middle of its neighbours, in the order of its layer. */
function placeVertically(layers: readonly Vertex[][]): void {
  for (const layer of layers)
    settle(
      layer,
      layer.map(() => 0),
    )
  for (let round = 0; round < PLACE_ROUNDS; round++) {
    const isForth = round % 2 === 1
    for (const layer of isForth ? layers : layers.toReversed()) {
      const wanted = layer.map((vertex) => {
        const neighbours = isForth ? vertex.before : vertex.after
        return (meanOf(neighbours.map(middleOf)) ?? middleOf(vertex)) - heightOf(vertex) / 2
      })
      settle(layer, wanted)
    }
  }
  const top = Math.min(...layers.flat().map(({ y }) => y))
  for (const vertex of layers.flat()) vertex.y = Math.round(vertex.y - top)
}

/**
 * Gives the vertices of a layer the places closest to the wanted ones that keep their order and distances: an isotonic regression by
 * pooling adjacent violators.
 */
function settle(layer: readonly Vertex[], wanted: readonly number[]): void {
  const offsets: number[] = []
  let offset = 0
  for (const [index, vertex] of layer.entries()) {
    offsets.push(offset)
    const next = layer[index + 1]
    offset += heightOf(vertex) + (next && !(vertex.isNode || next.isNode) ? NODE_GAP / 2 : NODE_GAP)
  }
  const pools: { sum: number; count: number }[] = []
  for (const index of layer.keys()) {
    pools.push({ sum: (wanted[index] ?? 0) - (offsets[index] ?? 0), count: 1 })
    for (;;) {
      const [upper, lower] = pools.slice(-2)
      if (!upper || !lower || upper.sum / upper.count <= lower.sum / lower.count) break
      pools.splice(-2, 2, { sum: upper.sum + lower.sum, count: upper.count + lower.count })
    }
  }
  const settled = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  for (const [index, vertex] of layer.entries()) vertex.y = (settled[index] ?? 0) + (offsets[index] ?? 0)
}

/** Where each layer begins. */
function startsOf(layers: readonly Vertex[][], place: number): number[] {
  const widths = layers.map((layer) => Math.max(...layer.map(({ width }) => width)))
  const gaps = layers.slice(0, -1).map((layer) => {
    const edges = layer.reduce((sum, vertex) => sum + vertex.after.length, 0)
    return Math.min(LAYER_GAP_MAX, LAYER_GAP_MIN + edges * GAP_PER_EDGE)
  })
  const share = (place - sumOf(widths)) / Math.max(1, sumOf(gaps))
  const scale = share < GAP_SHARE_MIN ? GAP_SHARE_SCROLLED : Math.min(1, share)
  const starts: number[] = []
  let x = 0
  for (const [index, width] of widths.entries()) {
    starts.push(x)
    x += width + Math.floor((gaps[index] ?? 0) * scale)
  }
  return starts
}

interface Point {
  readonly left: number
  readonly right: number
  /** Where the widest node of the layer ends. */
  readonly layerEnd: number
  readonly y: number
}

/**
 * A line from the right side of the first point to the left side of the last one. It is straight beside the nodes of a layer and bends
 * only between layers, so that it passes behind no node.
 */
function pathThrough(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1]
      const along = index < points.length - 1 ? `H${point.layerEnd}` : ''
      if (!before) return `M${point.right} ${point.y}${along}`
      const middle = (before.layerEnd + point.left) / 2
      return `C${middle} ${before.y} ${middle} ${point.y} ${point.left} ${point.y}${along}`
    })
    .join('')
}

function heightOf({ isNode }: Vertex): number {
  return isNode ? NODE_HEIGHT : PASSING_HEIGHT
}

function middleOf(vertex: Vertex): number {
  return vertex.y + heightOf(vertex) / 2
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
