import type { ReactNode } from 'react'

import { useDefinitionActions, type PermissionDefinition, type PermissionScope } from '../../data/permissions.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { showToast } from '../../kit/toast.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { useFormat } from '../../language/format.ts'
import { permissionsTexts } from '../../texts/permissions.ts'
import { containersOf, grantedBy, grantersOf } from '../../records/containment.ts'
import type { DefaultSet } from './default-sets.ts'

export interface DeletePermissionProps {
  readonly scope: PermissionScope
  readonly all: readonly PermissionDefinition[]
  readonly removed: PermissionDefinition
  /** The default sets that it is in. */
  readonly sets: readonly DefaultSet[]
  readonly onClose: () => void
}

/** Asks before a permission is deleted, and names what refers to it. */
export function DeletePermission({ scope, all, removed, sets, onClose }: DeletePermissionProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const { remove } = useDefinitionActions(scope)
  const { id } = removed
  const deletion = useAction(async () => {
    await remove(id)
    showToast({ text: t.deleted(id) })
    onClose()
  })
  const places = [...containersOf(id, all), ...sets.map(({ text }) => t.sets[text])]
  const granters = [...grantersOf(id, all)].filter((one) => one !== id)
  const granted = grantedBy(id, all)
  const sentences = [
    ...(places.length > 0 ? [t.deletion.places] : []),
    granters.length > 0 ? t.deletion.holdersThrough : t.deletion.holders,
    ...(granted.length > 0 ? [t.deletion.contained] : []),
    t.deletion.final,
  ]
  return (
    <ConfirmDialog
      title={t.delete}
      consequence={fill(sentences.join(' '), {
        id: (
          <code className="strong" dir="ltr">
            {id}
          </code>
        ),
        places: <bdi>{format.list(places)}</bdi>,
        granters: <bdi className="mono">{format.list(granters)}</bdi>,
        granted: <bdi className="mono">{format.list(granted)}</bdi>,
      })}
      pendingLabel={t.deleting}
      phase={deletion.phase}
      failure={deletion.failure === null ? null : failureText(deletion.failure)}
      onConfirm={() => void deletion.run()}
      onClose={onClose}
    />
  )
}
