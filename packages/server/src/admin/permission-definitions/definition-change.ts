import { isDeepStrictEqual } from 'node:util'

import type { Json } from '@portico/contract'

import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { json } from '../../kernel/statement.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { presentDefinition } from '../../records/permissions/present.ts'
import type { RoleSettings } from '../../records/permissions/system-permissions.ts'
import type { FieldChange } from '../../records/projects/changes.ts'

/** A definition (null if it does not exist) and all definitions of the project. */
export interface DefinitionAmong {
  readonly definition: PermissionDefinition | null
  readonly all: readonly PermissionDefinition[]
}

/** Describes a new, changed, renamed or deleted definition, with the values of the wire. */
export function changeOfDefinition(
  settings: RoleSettings,
  before: DefinitionAmong,
  after: DefinitionAmong,
): FieldChange {
  const { scope, id } = after.definition ?? before.definition ?? { scope: 'project', id: '' }
  const present = ({ definition, all }: DefinitionAmong): Json =>
    definition && (JSON.parse(json(presentDefinition(definition, all, settings))) as Json)
  return { field: `${scope}_permission_definitions.${id}`, before: present(before), after: present(after) }
}

/** The camelCase names of the fields that the change writes. */
export function changedFieldsOf({ before, after }: FieldChange): string[] {
  const [from, to] = [membersOf(before), membersOf(after)]
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...names].filter((name) => !isDeepStrictEqual(from[name], to[name]))
}

/** Whether two definitions have the same values. Contained permissions have no order. */
export function isSameDefinition(one: PermissionDefinition, other: PermissionDefinition): boolean {
  const valuesOf = ({ containedKeys, ...values }: PermissionDefinition): object => ({
    ...values,
    containedKeys: containedKeys.toSorted(),
  })
  return isDeepStrictEqual(valuesOf(one), valuesOf(other))
}

function membersOf(value: Json | undefined): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? toCamelCaseMembers(value) : {}
}
