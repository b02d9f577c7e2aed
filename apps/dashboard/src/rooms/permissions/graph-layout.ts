import type { Containing } from '../../records/containment.ts'
import { edgesOf, layersOf, meanOf, orderLayers, sumOf, wayOf, type Vertex } from './graph-layers.ts'

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

/**
 * Draws containment in layers from left to right (Sugiyama): what contains nothing is in the last layer, and everything
 * else before what it contains. Edges have reserved places in the layers that they pass, so that they cross no node.
 * Permissions without any containment are left out.
 *
 * @param widthOf the width of a node in pixels
 * @param place the available width; the graph is wider only if necessary
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

/** Moves every vertex towards the middle of its neighbours, in its layer's order. */
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
 * Gives the vertices of a layer the places that are closest to the wanted ones and keep order and distances: an
 * isotonic regression by pooling adjacent violators.
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
 * A line from the first point's right side to the last point's left side. It is straight beside the nodes of a layer
 * and bends only between layers, so that it passes behind no node.
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
