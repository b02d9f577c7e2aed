import type { MovedRecord } from '@portico/contract'

export interface FoundDefinition {
  readonly scope: 'team' | 'project'
  readonly id: string
  readonly description: string | null
  readonly contained: readonly string[]
}

export interface OrderedDefinitions {
  readonly records: readonly MovedRecord[]
  /** Sentences about what was left out. */
  readonly problems: readonly string[]
}

/**
 * Orders definitions so that each contains only earlier ones, as an import requires. System permissions, whose ids
 * start with `$`, exist everywhere. A contained permission that does not exist, or that contains the outer one in turn,
 * is left out, which gives fewer rights.
 */
export function definitionsInOrder(found: readonly FoundDefinition[]): OrderedDefinitions {
  const byId = new Map(found.map((definition) => [definition.id, definition]))
  const entered = new Set<string>()
  const done = new Set<string>()
  const records: MovedRecord[] = []
  const problems: string[] = []
  const visit = ({ contained, description, id, scope }: FoundDefinition): void => {
    if (entered.has(id) || id.startsWith('$')) return
    entered.add(id)
    for (const name of contained) {
      const inner = byId.get(name)
      if (inner) visit(inner)
    }
    const isKnown = (name: string): boolean => name.startsWith('$') || done.has(name)
    for (const name of contained.filter((name) => !isKnown(name))) {
      const why = entered.has(name) ? 'contains it in turn' : 'does not exist'
      problems.push(`The permission ${id} moves without ${name}, which ${why}.`)
    }
    records.push({
      kind: 'permission_definition',
      scope,
      id,
      ...(description !== null && { description }),
      contained_permission_ids: contained.filter(isKnown),
    })
    done.add(id)
  }
  for (const definition of found) visit(definition)
  return { records, problems }
}
