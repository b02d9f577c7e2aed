import { useState, type ReactNode } from 'react'

import { usePermissionDefinitions, type PermissionDefinition } from '../../data/permissions.ts'
import { useOfUser, useRefreshUsers, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError } from '../../kit/Field.tsx'
import { InlineForm } from '../../kit/InlineForm.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { heldPermissions } from './held-permissions.ts'
import { PartLoading } from './PartLoading.tsx'
import type { UserTabProps } from './tabs.ts'

/** The project permissions of the user: granted directly, or contained in which. */
export function PermissionsTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const [isGranting, setGranting] = useState(false)
  const definitions = usePermissionDefinitions('project')
  const direct = useOfUser(user, 'permissions', async (of) =>
    (await of.listPermissions({ recursive: false })).map(({ id }) => id),
  )
  const revoke = useAction(async (id: string) => {
    await user.revokePermission(id)
    await refresh(user.id)
  })
  const loading = [direct, definitions].find(({ data }) => data === undefined)
  const held = heldPermissions(direct.data ?? [], definitions.data ?? [])
  const grantable = (definitions.data ?? []).filter(({ id }) => !direct.data?.includes(id))
  return (
    <section>
      <header>
        <h3>{t.permissions.title}</h3>
        {!loading && grantable.length > 0 && (
          <LinkButton aria-label={t.permissions.grantTitle} onClick={() => setGranting(true)}>
            {t.permissions.grant}
          </LinkButton>
        )}
      </header>
      {isGranting && grantable.length > 0 && (
        <GrantForm user={user} grantable={grantable} onEnd={() => setGranting(false)} />
      )}
      {loading ? (
        <PartLoading query={loading}>
          <RowsSkeleton kind="list" />
        </PartLoading>
      ) : held.length === 0 ? (
        <p className="soft">{definitions.data?.length === 0 ? t.permissions.noDefinitions : t.permissions.none}</p>
      ) : (
        <Rows kind="list">
          {held.map(({ id, isDirect, containedIn }) => (
            <ListRow
              key={id}
              action={
                isDirect ? (
                  <LinkButton
                    variant="danger"
                    aria-label={t.permissions.revokeOf(id)}
                    onClick={() => void revoke.run(id)}
                  >
                    {t.permissions.revoke}
                  </LinkButton>
                ) : undefined
              }
            >
              <span className="mono" dir="ltr">
                {id}
              </span>
              <span className="row-note">
                {[
                  isDirect && t.permissions.direct,
                  containedIn.length > 0 && t.permissions.containedIn(format.list(containedIn)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </ListRow>
          ))}
        </Rows>
      )}
      {revoke.failure !== null && <FieldError>{failureText(revoke.failure)}</FieldError>}
    </section>
  )
}

interface GrantFormProps {
  readonly user: ListedUser
  readonly grantable: readonly PermissionDefinition[]
  readonly onEnd: () => void
}

function GrantForm({ user, grantable, onEnd }: GrantFormProps): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const grant = useAction(async () => {
    try {
      for (const id of chosen) await user.grantPermission(id)
    } finally {
      await refresh(user.id)
    }
    onEnd()
  })
  return (
    <InlineForm
      label={t.permissions.grantTitle}
      action={grant}
      submit={t.permissions.grant}
      pending={t.permissions.granting}
      isDisabled={chosen.length === 0}
      onSubmit={() => void grant.run()}
      onCancel={onEnd}
    >
      <Field label={t.permissions.permission} error={grant.failure === null ? null : failureText(grant.failure)}>
        <PermissionPicker chosen={chosen} options={grantable} onChange={setChosen} />
      </Field>
    </InlineForm>
  )
}
