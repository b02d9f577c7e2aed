import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { useRefreshUsers, useTeamsOfUser, useUser, type ListedUser } from '../../data/users.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, Input, Select } from '../../kit/Field.tsx'
import { focusAtMount } from '../../kit/focus.ts'
import { InlineForm } from '../../kit/InlineForm.tsx'
import { ActionRow, PropertyRow, Rows } from '../../kit/Rows.tsx'
import { Time } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ImageRow } from '../../records/ImageRow.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { Addresses } from './Addresses.tsx'
import type { UserTabProps } from './tabs.ts'

/** Who the user is, the addresses, and the acts on the account. */
export function ProfileTab({ user, onAct }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const refresh = useRefreshUsers()
  const [editing, setEditing] = useState<'name' | 'team' | null>(null)
  const edit = (part: 'name' | 'team', of: string): ReactNode => (
    <LinkButton aria-label={`${t.edit}: ${of}`} onClick={() => setEditing(part)}>
      {t.edit}
    </LinkButton>
  )
  const stop = (): void => setEditing(null)
  return (
    <>
      <section>
        <Rows isFlush>
          <PropertyRow
            label={t.profile.name}
            action={edit('name', t.profile.name)}
            {...(editing === 'name' && { body: <NameForm user={user} onEnd={stop} /> })}
          >
            {user.displayName?.trim() ? <bdi>{user.displayName}</bdi> : <span className="soft">{t.noName}</span>}
          </PropertyRow>
          <ImageRow
            imageUrl={user.profileImageUrl}
            onSave={async (profileImageUrl) => {
              await user.update({ profileImageUrl })
              await refresh(user.id)
            }}
          />
          <PropertyRow label={t.profile.id} action={<CopyButton text={user.id} what={t.profile.id} />}>
            <span className="mono" dir="ltr">
              {user.id}
            </span>
          </PropertyRow>
          <PropertyRow label={t.profile.signedUp}>
            <span dir="auto">
              {format.date(user.signedUpAt)}, {format.clock(user.signedUpAt)}
            </span>
            {user.countryCode !== null && <span className="soft"> {t.profile.from(user.countryCode)}</span>}
          </PropertyRow>
          <PropertyRow label={t.profile.lastActive}>
            {user.hasBeenActive && user.lastActiveAt ? (
              <Time at={user.lastActiveAt} />
            ) : (
              <span className="soft">{t.profile.never}</span>
            )}
          </PropertyRow>
          <PropertyRow
            label={t.profile.team}
            action={edit('team', t.profile.team)}
            {...(editing === 'team' && { body: <TeamForm user={user} onEnd={stop} /> })}
          >
            {user.selectedTeam ? (
              <bdi>{user.selectedTeam.displayName}</bdi>
            ) : (
              <span className="soft">{t.profile.noTeam}</span>
            )}
          </PropertyRow>
        </Rows>
      </section>
      <Addresses user={user} />
      <section>
        <header>
          <h3>{t.profile.danger}</h3>
        </header>
        <Rows kind="settings">
          {user.suspension ? (
            <Suspended user={user} />
          ) : (
            <ActionRow label={t.acts.suspend} note={t.profile.suspendNote}>
              <Button onClick={() => onAct('suspend')}>{t.acts.suspend}</Button>
            </ActionRow>
          )}
          <ActionRow label={t.acts.delete} note={t.profile.deleteNote}>
            <Button variant="danger" onClick={() => onAct('delete')}>
              {t.acts.deleteUser}
            </Button>
          </ActionRow>
        </Rows>
      </section>
    </>
  )
}

function Suspended({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const lift = useAction(async () => {
    await user.liftSuspension()
    await refresh(user.id)
  })
  const { reason = null, privateDetails = null, until = null } = user.suspension ?? {}
  return (
    <ActionRow
      label={t.suspended}
      note={
        <>
          {until ? t.profile.suspendedUntil(format.date(until)) : t.profile.suspendedOpen}
          {reason !== null && <bdi className="row-note">{t.profile.reason(reason)}</bdi>}
          {privateDetails !== null && <bdi className="row-note">{t.profile.details(privateDetails)}</bdi>}
        </>
      }
      failure={lift.failure === null ? null : failureText(lift.failure)}
    >
      <Button phase={lift.phase} pendingLabel={t.profile.lifting} onClick={() => void lift.run()}>
        {t.acts.liftSuspension}
      </Button>
    </ActionRow>
  )
}

function NameForm({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const { refetch } = useUser(user.id)
  const refresh = useRefreshUsers()
  const [latest, setLatest] = useState({ name: user.displayName ?? '' })
  const form = useDraft(latest)
  const save = useAction(async () => {
    const current = (await refetch({ throwOnError: true })).data?.displayName ?? ''
    // Another owner has changed the name since it was shown: the notice asks which one stays.
    if (current !== latest.name) {
      setLatest({ name: current })
      return false
    }
    await user.setDisplayName(form.values.name.trim() || null)
    await refresh(user.id)
    form.reset()
    onEnd()
    return true
  })
  return (
    <InlineForm
      label={t.profile.name}
      action={save}
      isDisabled={!form.isChanged || form.conflicts.length > 0}
      onSubmit={() => void save.run()}
      onCancel={onEnd}
    >
      <ConflictNotice form={form} labels={{ name: t.profile.name }} />
      <Field label={t.profile.name} error={save.failure === null ? null : failureText(save.failure)}>
        <Input
          ref={focusAtMount}
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={form.values.name}
          onChange={(event) => form.set('name', event.target.value)}
        />
      </Field>
    </InlineForm>
  )
}

function TeamForm({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const teams = useTeamsOfUser(user)
  const [chosen, setChosen] = useState(user.selectedTeam?.id ?? '')
  const save = useAction(async () => {
    await user.setSelectedTeam(chosen || null)
    await refresh(user.id)
    onEnd()
  })
  const failure = save.failure ?? teams.error
  return (
    <InlineForm
      label={t.profile.team}
      action={save}
      isDisabled={chosen === (user.selectedTeam?.id ?? '')}
      onSubmit={() => void save.run()}
      onCancel={onEnd}
    >
      <Field label={t.profile.team} error={failure === null ? null : failureText(failure)}>
        <Select
          ref={focusAtMount}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: '', label: t.profile.noTeam },
            ...(teams.data ?? (user.selectedTeam ? [user.selectedTeam] : [])).map(({ id, displayName }) => ({
              value: id,
              label: displayName,
            })),
          ]}
        />
      </Field>
    </InlineForm>
  )
}
