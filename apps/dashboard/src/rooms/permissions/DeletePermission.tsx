import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { permissionDefinitions, type PermissionDefinition } from '../../data/permissions.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { containersOf, grantedBy, grantersOf } from '../../records/containment.ts'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import type { ListedDefinition } from './columns.tsx'
import { useScope } from './list.ts'

export interface DeletePermissionProps {
  readonly all: readonly PermissionDefinition[]
  readonly removed: ListedDefinition
  readonly onClose: () => void
}

/** Asks before a permission is deleted, and names what refers to it. */
export function DeletePermission({ all, removed: { id, sets }, onClose }: DeletePermissionProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const scope = useScope()
  const remove = permissionDefinitions.useChange('remove')
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
    <ConfirmAction
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
      pending="deleting"
      run={() => remove(scope, id)}
      done={t.deleted(id)}
      onClose={onClose}
    />
  )
}
