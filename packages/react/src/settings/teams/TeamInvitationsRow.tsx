import type { Team, TeamInvitation } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { emailError } from '../../form/rules.ts'
import { useForm } from '../../form/useForm.ts'
import { useTeamInvitations, type TeamInvitationEvent, type TeamInvitations } from './useTeamInvitations.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { hasPermission } from './describe-permission.ts'
import { EditForm } from '../page/EditForm.tsx'
import { InvitationExpiry } from './InvitationExpiry.tsx'
import { ListItem, type ItemAction } from '../page/ListItem.tsx'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { LongList } from '../page/LongList.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { ItemBone } from '../page/SettingsSkeleton.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

export interface TeamInvitationsRowProps {
  readonly team: Team
  /** What the signed-in user may do. */
  readonly permissions: ReadonlySet<string>
}

/** Invites people to a team and lists the open invitations. */
export function TeamInvitationsRow({ team, permissions }: TeamInvitationsRowProps): ReactNode {
  const t = useTranslate()
  const [isInviting, setInviting] = useState(false)
  const [revoking, setRevoking] = useState<string | null>(null)
  const [done, setDone] = useState<string>()
  const withList = hasPermission(permissions, '$read_members')
  const all = useTeamInvitations(team, {
    withList,
    onChanged: (event) => {
      setDone(describeEvent(t, event))
      setInviting(false)
      setRevoking(null)
    },
  })
  const { invitations, invite, revoke } = all
  const list = useFocusAfterRemoval<HTMLDivElement>(done)
  const start = (): void => {
    setDone(undefined)
    invite.reset()
    revoke.reset()
    setInviting(false)
    setRevoking(null)
  }
  return (
    <SettingsRow
      label={t('Invitations')}
      value={
        <>
          {invitations?.length === 0 && <span className="portico-row-none">{t('No open invitations')}</span>}
          {!isInviting && <AccountFailure failure={invite.failure} />}
        </>
      }
      note={t('We send a link by email. People without an account can create one with it.')}
      done={done}
      action={
        <Button
          variant="quiet"
          phase={invite.phase}
          pendingText={t('Sending…')}
          onClick={() => {
            start()
            setInviting(true)
          }}
        >
          {t('Invite…')}
        </Button>
      }
      list={
        withList && (
          <div ref={list} className="portico-row-list" tabIndex={-1}>
            <InvitationList
              all={all}
              canRevoke={hasPermission(permissions, '$remove_members')}
              revoking={revoking}
              onRevoke={(id) => {
                start()
                setRevoking(id)
              }}
              onResend={(email) => {
                start()
                void invite.submit(email)
              }}
            />
          </div>
        )
      }
      isOpen={isInviting}
      onClose={start}
    >
      <InviteForm invite={invite} onCancel={start} />
    </SettingsRow>
  )
}

interface InvitationListProps {
  readonly all: TeamInvitations
  readonly canRevoke: boolean
  /** The id of the invitation whose withdrawal waits for a confirmation. */
  readonly revoking: string | null
  readonly onRevoke: (id: string | null) => void
  readonly onResend: (email: string) => void
}

function InvitationList({ all, canRevoke, revoking, onRevoke, onResend }: InvitationListProps): ReactNode {
  const t = useTranslate()
  const { invitations, failure, reload, revoke } = all
  if (failure !== null) return <LoadFailure failure={failure} onRetry={reload} />
  if (!invitations) return <ItemBone />
  if (invitations.length === 0) return null
  return (
    <LongList
      label={t('Open invitations')}
      searchLabel={t('Search invitations')}
      items={invitations}
      textOf={({ recipientEmail }) => recipientEmail ?? ''}
    >
      {(invitation) => (
        <InvitationItem
          key={invitation.id}
          invitation={invitation}
          revoke={revoke}
          canRevoke={canRevoke}
          isOpen={revoking === invitation.id}
          onRevoke={onRevoke}
          onResend={onResend}
        />
      )}
    </LongList>
  )
}

interface InvitationItemProps extends Pick<InvitationListProps, 'canRevoke' | 'onRevoke' | 'onResend'> {
  readonly invitation: TeamInvitation
  readonly revoke: TeamInvitations['revoke']
  readonly isOpen: boolean
}

function InvitationItem({ invitation, revoke, canRevoke, isOpen, onRevoke, onResend }: InvitationItemProps): ReactNode {
  const t = useTranslate()
  const { id, recipientEmail, expiresAt } = invitation
  const email = recipientEmail ?? t('Unknown')
  const actions: ItemAction[] = [
    ...(recipientEmail === null ? [] : [{ text: t('Send again'), onChoose: () => onResend(recipientEmail) }]),
    ...(canRevoke ? [{ text: t('Withdraw…'), onChoose: () => onRevoke(id) }] : []),
  ]
  return (
    <ListItem
      mark={<SettingsIcon name="mail" />}
      name={email}
      isAddress
      facts={
        <span className="portico-session-facts">
          <InvitationExpiry at={expiresAt} />
        </span>
      }
      actions={actions}
      isOpen={isOpen}
      onClose={() => onRevoke(null)}
    >
      <ConfirmInPlace
        question={t('Withdraw the invitation of {email}?', { email })}
        consequence={t('The link in the email then no longer works.')}
        confirmText={t('Withdraw invitation')}
        pendingText={t('Withdrawing…')}
        action={{ ...revoke, submit: () => revoke.submit(invitation) }}
        onCancel={() => onRevoke(null)}
      />
    </ListItem>
  )
}

interface InviteFormProps {
  readonly invite: TeamInvitations['invite']
  readonly onCancel: () => void
}

function InviteForm({ invite, onCancel }: InviteFormProps): ReactNode {
  const t = useTranslate()
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({
      email: email.trim() === '' ? t('Please enter an email address') : emailError(t, email),
    }),
    submit: async ({ email }) => {
      await invite.submit(email.trim())
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={invite.phase}
      failure={invite.failure}
      submitText={t('Send invitation')}
      pendingText={t('Sending…')}
    >
      <Field
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="off"
        hint={t('We send a link by email. People without an account can create one with it.')}
      />
    </EditForm>
  )
}

function describeEvent(t: Translate, event: TeamInvitationEvent): string {
  if (event.type === 'sent') return t('Invitation sent to {email}.', { email: event.email })
  return t('Invitation withdrawn.')
}
