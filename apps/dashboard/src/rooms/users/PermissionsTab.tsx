import { useState, type ReactNode } from 'react'

import { usePermissionDefinitions, type PermissionDefinition } from '../../data/permissions.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { Loaded, together } from '../../page/Loaded.tsx'
import { useAct } from '../../page/useAct.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { permissionsToGrant } from './forms.tsx'
import { heldPermissions } from './held-permissions.ts'
import type { UserTabProps } from './tabs.ts'

/** The project permissions of the user: granted directly, or contained in which. */
export function PermissionsTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const [isGranting, setGranting] = useState(false)
  const definitions = usePermissionDefinitions('project')
  const direct = users.useRead('permissions', [user, null])
  const both = together([direct, definitions])
  const [granted = [], defined = []] = both.data ?? []
  const grantable = both.data ? defined.filter(({ id }) => !granted.includes(id)) : []
  return (
    <section>
      <header>
        <h3>{t.permissions.title}</h3>
        {grantable.length > 0 && (
          <LinkButton aria-label={t.permissions.grantTitle} onClick={() => setGranting(true)}>
            {t.permissions.grant}
          </LinkButton>
        )}
      </header>
      {isGranting && grantable.length > 0 && (
        <GrantForm user={user} grantable={grantable} onEnd={() => setGranting(false)} />
      )}
      <Loaded query={both} skeleton={<RowsSkeleton kind="list" />}>
        {() => <Held user={user} granted={granted} defined={defined} />}
      </Loaded>
    </section>
  )
}

interface HeldProps {
  readonly user: ListedUser
  readonly granted: readonly string[]
  readonly defined: readonly PermissionDefinition[]
}

function Held({ user, granted, defined }: HeldProps): ReactNode {
  const { permissions: t } = useTexts(usersTexts)
  const format = useFormat()
  const revokePermission = users.useChange('revoke')
  const revoke = useAct((id: string) => revokePermission(user, id))
  const held = heldPermissions(granted, defined)
  if (held.length === 0) return <p className="soft">{defined.length === 0 ? t.noDefinitions : t.none}</p>
  return (
    <>
      <Rows kind="list">
        {held.map(({ id, isDirect, containedIn }) => (
          <ListRow
            key={id}
            action={
              isDirect ? (
                <LinkButton variant="danger" aria-label={t.revokeOf(id)} onClick={() => revoke.run(id)}>
                  {t.revoke}
                </LinkButton>
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
        ))}
      </Rows>
      {revoke.failure}
    </>
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
      pending={t.permissions.granting}
      fields={permissionsToGrant(t, grantable)}
      onSubmit={({ ids }) => grant(user, ids)}
      onEnd={onEnd}
    />
  )
}
