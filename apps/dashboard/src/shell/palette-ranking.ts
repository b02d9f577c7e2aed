import { foldText } from '@portico/ui/list/search-text'

/** The groups of the palette in their order. */
export const paletteGroups = [
  'recent',
  'users',
  'teams',
  'actionsFor',
  'pages',
  'settings',
  'actions',
  'projects',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** A second text that is searched and shown, such as an e-mail address. */
  readonly detail?: string
  /** Searched, but not shown: ids, synonyms. */
  readonly keywords?: string
  /** The service found it, possibly by a text that is not part of this entry. */
  readonly isFound?: boolean
}

export interface RankedGroup<Entry extends PaletteEntry> {
  readonly group: PaletteGroup
  readonly entries: readonly Entry[]
}

const GROUP_MAX = 8

/**
 * Ranks the entries that match what was typed, in the order of the groups. `>` limits them to actions. A pasted id goes
 * first, in whatever group it is. Without a query: what was opened last, pages and actions.
 */
export function rank<Entry extends PaletteEntry>(entries: readonly Entry[], typed: string): RankedGroup<Entry>[] {
  const isOnlyActions = typed.trimStart().startsWith('>')
  const query = normalize(isOnlyActions ? typed.trimStart().slice(1) : typed)
  const wanted = isOnlyActions ? entries.filter(({ group }) => group === 'actions' || group === 'actionsFor') : entries
  const scored = wanted
    .map((entry) => ({ entry, score: query === '' ? 1 : scoreOf(entry, query) }))
    .filter(({ score, entry }) => score > 0 && (query !== '' || isOnlyActions || isShownAtOnce(entry.group)))
  const byId = scored.filter(
    ({ entry, score }) =>
      score === ID_SCORE &&
      query !== '' &&
      normalize(entry.keywords ?? '')
        .split(' ')
        .includes(query),
  )
  const groups = paletteGroups
    // Recently opened records are useful only before something is typed.
    .filter((group) => query === '' || group !== 'recent')
    .map((group) => ({
      group,
      entries: scored
        .filter(({ entry }) => entry.group === group)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, GROUP_MAX)
        .map(({ entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0)
  const first = byId[0]?.entry.group
  return first === undefined
    ? groups
    : groups.toSorted((one, other) => Number(other.group === first) - Number(one.group === first))
}

/** Puts the actions for a found record after the found records. */
export function withActionsFor<Entry extends PaletteEntry>(
  groups: readonly RankedGroup<Entry>[],
  entries: readonly Entry[],
): RankedGroup<Entry>[] {
  const last = groups.findLastIndex(({ group }) => group === 'users' || group === 'teams')
  return groups.toSpliced(last + 1, 0, { group: 'actionsFor', entries })
}

const ID_SCORE = 5
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isShownAtOnce(group: PaletteGroup): boolean {
  return group === 'recent' || group === 'pages' || group === 'actions' || group === 'projects'
}

/** 5: an id, 4: the whole text, 3: its start, 2: the start of a word, 1: somewhere; 0: no match. */
function scoreOf({ label, detail = '', keywords = '', isFound = false }: PaletteEntry, query: string): number {
  if (idPattern.test(query) && normalize(keywords).split(' ').includes(query)) return ID_SCORE
  const [shown, others] = [[normalize(label), normalize(detail)], normalize(keywords)]
  return Math.max(
    isFound ? 1 : 0,
    ...shown.map((text) => scoreOfText(text, query)),
    // What the visitor sees counts more.
    Math.min(1, scoreOfText(others, query)),
    scoreOfWords([...shown, others].join(' '), query),
  )
}

function scoreOfText(text: string, query: string): number {
  if (text === '') return 0
  if (text === query) return 4
  if (text.startsWith(query)) return 3
  if (text.split(/[\s@._-]+/).some((word) => word.startsWith(query))) return 2
  return text.includes(query) ? 1 : 0
}

/** Several words in any order: "keys market". */
function scoreOfWords(text: string, query: string): number {
  const words = query.split(' ')
  return words.length > 1 && words.every((word) => text.includes(word)) ? 1 : 0
}

function normalize(text: string): string {
  return foldText(text).trim().replaceAll(/\s+/g, ' ')
}
