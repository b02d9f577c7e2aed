import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'

import type { PermissionDefinition } from '../../data/permissions.ts'
import { framed, text, type FieldsOf } from '../../page/form/fields.tsx'
import { problemOfId } from '../../records/containment.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import type { PermissionsTexts } from '../../texts/en/permissions.ts'

export interface DefinitionValues {
  readonly id: string
  readonly description: string
  /** Sorted, so that two equal sets are equal lists. */
  readonly containedPermissionIds: readonly string[]
}

/** @param options what the permission can contain */
export function definitionFields(
  { dialog: t }: PermissionsTexts,
  options: readonly PermissionDefinition[],
): FieldsOf<DefinitionValues> {
  return {
    id: text({
      label: t.id,
      isCode: true,
      isRequired: true,
      input: { autoCapitalize: 'off' },
      problemOf: (id) => {
        const problem = problemOfId(id)
        return problem === null || problem === 'empty' ? null : t.problems[problem]
      },
    }),
    description: text({ label: t.description, isOptional: true, max: LABEL_MAX_CODE_POINTS }),
    containedPermissionIds: framed<readonly string[]>({
      label: t.contains,
      help: t.containsHelp,
      isOptional: true,
      initial: [],
      render: ({ value, onChange }) => (
        <PermissionPicker chosen={value} options={options} onChange={(ids) => onChange(ids.toSorted())} />
      ),
    }),
  }
}

export function valuesOf({ id, description = '', containedPermissionIds }: PermissionDefinition): DefinitionValues {
  return { id, description, containedPermissionIds: containedPermissionIds.toSorted() }
}
