import { useMemo, type ReactNode } from 'react'

import { permissionDefinitions, usePermissionDefinitions, type PermissionDefinition } from '../../data/permissions.ts'
import { useFailureText } from '../../kit/failure.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { grantersOf } from '../../records/containment.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import { definitionFields, valuesOf, type DefinitionValues } from './forms.tsx'
import { useScope } from './list.ts'

export interface PermissionDialogProps {
  readonly all: readonly PermissionDefinition[]
  /** Absent: a new permission. */
  readonly edited?: PermissionDefinition
  readonly onClose: () => void
}

/** Creates a permission, or edits one that another owner may change at the same time. */
export function PermissionDialog({ all, edited, onClose }: PermissionDialogProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const { save } = useTexts(kitTexts)
  const failureText = useFailureText()
  const scope = useScope()
  const { refetch } = usePermissionDefinitions(scope)
  const create = permissionDefinitions.useChange('create')
  const update = permissionDefinitions.useChange('update')
  const fields = useMemo(() => {
    const refused = edited ? grantersOf(edited.id, all) : new Set<string>()
    return definitionFields(
      t,
      all.filter(({ id }) => !refused.has(id)),
    )
  }, [t, all, edited])
  const { dialog } = t
  const fieldsOfCodes: Readonly<Record<string, keyof DefinitionValues>> = {
    PERMISSION_ID_ALREADY_EXISTS: 'id',
    CONTAINED_PERMISSION_NOT_FOUND: 'containedPermissionIds',
  }
  const shared = {
    fields,
    refusalOf: (failure: unknown) => {
      if (failure instanceof DefinitionGone) return { id: dialog.gone }
      const field = fieldsOfCodes[String((failure as { errorCode?: unknown } | null)?.errorCode)]
      return field ? { [field]: failureText(failure) } : null
    },
    onClose,
  }
  if (!edited) {
    return (
      <FormDialog
        {...shared}
        title={scope === 'team' ? dialog.createTeam : dialog.createProject}
        lead={dialog.lead}
        submit={t.create}
        pending="creating"
        onSubmit={({ id, description, containedPermissionIds }) =>
          create(scope, {
            id: id.trim(),
            ...(description.trim() !== '' && { description: description.trim() }),
            containedPermissionIds: [...containedPermissionIds],
          })
        }
      />
    )
  }
  return (
    <FormDialog
      {...shared}
      title={t.edit}
      lead={dialog.editLead}
      submit={save}
      pending="saving"
      isEdit
      stored={valuesOf(edited)}
      readAgain={async () => {
        const { data } = await refetch({ throwOnError: true })
        const newest = data?.find(({ id }) => id === edited.id)
        if (!newest) throw new DefinitionGone()
        return valuesOf(newest)
      }}
      onSubmit={(_values, { id, description, containedPermissionIds }) =>
        update(scope, edited.id, {
          ...(id !== undefined && { id: id.trim() }),
          ...(description !== undefined && { description }),
          ...(containedPermissionIds && { containedPermissionIds: [...containedPermissionIds] }),
        })
      }
    />
  )
}

/** Another owner has deleted the permission meanwhile. */
class DefinitionGone extends Error {}
