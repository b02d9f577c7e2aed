import { useState, type ReactNode } from 'react'

import { usePermissionDefinitions, type PermissionDefinition } from '../../data/permissions.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { derived, together } from '../../page/Loaded.tsx'
import { RecordSection } from '../../page/RecordSection.tsx'
import { useAct } from '../../page/useAct.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { permissionsToGrant } from './forms.tsx'
import { heldPermissions, type HeldPermission } from './held-permissions.ts'
import type { UserTabProps } from './tabs.ts'

/** The project permissions of the user: granted directly, or contained in which. */
export function PermissionsTab({ user }: UserTabProps): ReactNode {
  const { permissions: t } = useTexts(usersTexts)
  const [isGranting, setGranting] = useState(false)
  const revokePermission = users.useChange('revoke')
  const revoke = useAct((id: string) => revokePermission(user, id))
  const both = together([users.useRead('permissions', [user, null]), usePermissionDefinitions('project')])
  const [granted = [], defined = []] = both.data ?? []
  const grantable = defined.filter(({ id }) => !granted.includes(id))
  return (
    <RecordSection
      title={t.title}
      action={
        grantable.length > 0 && (
          <May right={users.rights.grant}>
            <LinkButton aria-label={t.grantTitle} onClick={() => setGranting(true)}>
              {t.grant}
            </LinkButton>
          </May>
        )
      }
      query={derived(both, both.data && heldPermissions(granted, defined))}
      empty={defined.length === 0 ? t.noDefinitions : t.none}
      form={
        isGranting &&
        grantable.length > 0 && <GrantForm user={user} grantable={grantable} onEnd={() => setGranting(false)} />
      }
      row={(held) => <HeldRow held={held} onRevoke={() => revoke.run(held.id)} />}
    >
      {revoke.failure}
    </RecordSection>
  )
}

function HeldRow({
  held: { id, isDirect, containedIn },
  onRevoke,
}: {
  readonly held: HeldPermission
  readonly onRevoke: () => void
}): ReactNode {
  const { permissions: t } = useTexts(usersTexts)
  const format = useFormat()
  return (
    <ListRow
      action={
        isDirect ? (
          <May right={users.rights.revoke}>
            <LinkButton variant="danger" aria-label={t.revokeOf(id)} onClick={onRevoke}>
              {t.revoke}
            </LinkButton>
          </May>
        ) : undefined
      }
    >
      <span className="mono" dir="ltr">
        {id}
      </span>
      <span className="row-note">
        {[isDirect && t.direct, containedIn.length > 0 && t.containedIn(format.list(containedIn))]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </ListRow>
  )
}

function GrantForm({
  user,
  grantable,
  onEnd,
}: {
  readonly user: ListedUser
  readonly grantable: readonly PermissionDefinition[]
  readonly onEnd: () => void
}): ReactNode {
  const t = useTexts(usersTexts)
  const grant = users.useChange('grant')
  return (
    <FormInPlace
      label={t.permissions.grantTitle}
      submit={t.permissions.grant}
      pending="granting"
      fields={permissionsToGrant(t, grantable)}
      onSubmit={({ ids }) => grant(user, ids)}
      onEnd={onEnd}
    />
  )
}
