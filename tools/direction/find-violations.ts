import { dirname } from 'node:path'

import type { House } from './houses.ts'
import type { Arrow, Sources } from './read-sources.ts'

/** An import, or the folder of a file, that is refused. */
export interface Violation {
  /** The file, or its folder. */
  readonly from: string
  /** What it imports: a file, or its folder; null if the folder itself is refused. */
  readonly to: string | null
  readonly sentence: string
}

/** Finds imports against the direction of the floors and circular imports. */
export function findViolations({ files, arrows }: Sources, house: House): Violation[] {
  return [
    ...findFoldersWithoutFloor(files, house),
    ...arrows.flatMap((arrow) => findWrongDirection(arrow, house)),
    ...circularArrows(arrows).map((arrow) => refuse('circle of files', arrow)),
    ...circularArrows(arrows.map(betweenFolders)).map((arrow) => refuse('circle of folders', arrow)),
  ]
}

function refuse(reason: string, { from, to }: Arrow): Violation {
  return { from, to, sentence: `${reason}: ${from} → ${to}` }
}

function findFoldersWithoutFloor(files: readonly string[], house: House): Violation[] {
  const folders = new Set(files.filter((file) => floorOf(file, house) === -1).map((file) => dirname(file)))
  return [...folders].map((folder) => ({ from: folder, to: null, sentence: `no floor: ${folder}` }))
}

function findWrongDirection(arrow: Arrow, house: House): Violation[] {
  const { from, to } = arrow
  const [fromFloor, toFloor] = [floorOf(from, house), floorOf(to, house)]
  if (fromFloor === -1 || toFloor === -1 || fromFloor < toFloor) return []
  if (fromFloor > toFloor) return [refuse('upward', arrow)]
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  const neighbours = house.neighbours[fromRoom] ?? house.neighbours[`${dirname(fromRoom)}/*`]
  const isAllowed = fromRoom === toRoom || neighbours?.includes(toRoom)
  return isAllowed ? [] : [refuse('not a listed neighbour', arrow)]
}

function floorOf(file: string, { floors }: House): number {
  const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
  return floors.findIndex((folders) => folders.includes(folder))
}

/** `flows/oauth/providers/apple.ts` is in `flows/oauth`, `accounts/claim-account.ts` in `accounts`. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/')
}

function betweenFolders({ from, to }: Arrow): Arrow {
  return { from: dirname(from), to: dirname(to) }
}

/** Returns the arrows that are part of a cycle, each once. */
function circularArrows(arrows: readonly Arrow[]): Arrow[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const reachable = new Map([...targets.keys()].map((start) => [start, reachableFrom(start, targets)]))
  return [...targets].flatMap(([from, ends]) =>
    [...ends].filter((to) => to !== from && reachable.get(to)?.has(from)).map((to) => ({ from, to })),
  )
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of targets.get(node) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return seen
}
