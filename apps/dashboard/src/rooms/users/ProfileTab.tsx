import { useState, type ReactNode } from 'react'

import { users, type ListedUser } from '../../data/users.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { ActionRow, PropertyRow, Rows } from '../../kit/Rows.tsx'
import { Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { useAct } from '../../page/useAct.tsx'
import { ImageRow } from '../../records/ImageRow.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { Addresses } from './Addresses.tsx'
import { nameOfUser, selectedTeam } from './forms.tsx'
import type { UserTabProps } from './tabs.ts'

/** Who the user is, the addresses, and the acts on the account. */
export function ProfileTab({ user, onAct }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const may = useMay()
  const update = users.useChange('update')
  const [editing, setEditing] = useState<'name' | 'team' | null>(null)
  const edit = (part: 'name' | 'team', of: string): ReactNode => (
    <May right={users.rights.update}>
      <LinkButton aria-label={`${t.edit}: ${of}`} onClick={() => setEditing(part)}>
        {t.edit}
      </LinkButton>
    </May>
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
            right={users.rights.update}
            imageUrl={user.profileImageUrl}
            onSave={(profileImageUrl) => update(user, { profileImageUrl })}
          />
          <PropertyRow label={t.columns.id} action={<CopyButton text={user.id} what={t.columns.id} />}>
            <span className="mono" dir="ltr">
              {user.id}
            </span>
          </PropertyRow>
          <PropertyRow label={t.columns.signedUp}>
            <span dir="auto">
              {format.date(user.signedUpAt)}, {format.clock(user.signedUpAt)}
            </span>
            {user.countryCode !== null && <span className="soft"> {t.profile.from(user.countryCode)}</span>}
          </PropertyRow>
          <PropertyRow label={t.columns.lastActive}>
            {user.hasBeenActive && user.lastActiveAt ? (
              <Time at={user.lastActiveAt} />
            ) : (
              <span className="soft">{t.profile.never}</span>
            )}
          </PropertyRow>
          <PropertyRow
            label={t.columns.team}
            action={edit('team', t.columns.team)}
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
      {(may(users.rights.suspend) || user.suspension) && (
        <section>
          <header>
            <h3>{t.profile.danger}</h3>
          </header>
          <Rows kind="settings">
            {user.suspension ? (
              <Suspended user={user} />
            ) : (
              <ActionRow label={t.acts.suspend} note={t.suspendDialog.lead}>
                <Button onClick={() => onAct('suspend')}>{t.acts.suspend}</Button>
              </ActionRow>
            )}
            <May right={users.rights.remove}>
              <ActionRow label={t.acts.delete} note={t.profile.deleteNote}>
                <Button variant="danger" onClick={() => onAct('delete')}>
                  {t.acts.deleteUser}
                </Button>
              </ActionRow>
            </May>
          </Rows>
        </section>
      )}
    </>
  )
}

function Suspended({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const suspend = users.useChange('suspend')
  const lift = useAct(() => suspend(user, null))
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
      failure={lift.failure}
    >
      <May right={users.rights.suspend}>
        <Button phase={lift.isPending ? 'pending' : 'idle'} pendingLabel={t.profile.lifting} onClick={() => lift.run()}>
          {t.acts.liftSuspension}
        </Button>
      </May>
    </ActionRow>
  )
}

interface FormProps {
  readonly user: ListedUser
  readonly onEnd: () => void
}

function NameForm({ user, onEnd }: FormProps): ReactNode {
  const t = useTexts(usersTexts)
  const { refetch } = users.useRead('one', [user.id])
  const update = users.useChange('update')
  return (
    <FormInPlace
      label={t.profile.name}
      fields={nameOfUser(t)}
      stored={{ name: user.displayName ?? '' }}
      readAgain={async () => ({ name: (await refetch({ throwOnError: true })).data?.displayName ?? '' })}
      onSubmit={({ name }) => update(user, { displayName: name.trim() || null })}
      onEnd={onEnd}
    />
  )
}

function TeamForm({ user, onEnd }: FormProps): ReactNode {
  const t = useTexts(usersTexts)
  const teams = users.useRead('teams', [user])
  const update = users.useChange('update')
  return (
    <FormInPlace
      label={t.columns.team}
      fields={selectedTeam(t, teams.data ?? (user.selectedTeam ? [user.selectedTeam] : []))}
      stored={{ team: user.selectedTeam?.id ?? '' }}
      onSubmit={({ team }) => update(user, { selectedTeamId: team || null })}
      onEnd={onEnd}
    >
      <Loaded query={teams}>{() => null}</Loaded>
    </FormInPlace>
  )
}
