'use client'

import type { Team, TeamInvitation } from '@portico/client'
import type { ReactNode } from 'react'
import { emailError } from '../../form/rules.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { ItemList } from '../page/ItemList.tsx'
import { ListItem } from '../page/ListItem.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { TextForm } from '../page/TextForm.tsx'
import { useRow, type Row } from '../page/useRow.ts'
import { hasPermission } from './describe-permission.ts'
import { InvitationExpiry } from './InvitationExpiry.tsx'
import { useTeamInvitations, type TeamInvitations } from './useTeamInvitations.ts'

export interface TeamInvitationsRowProps {
  readonly team: Team
  /** What the signed-in user may do. */
  readonly permissions: ReadonlySet<string>
}

/** Invites people to a team and lists the open invitations. */
export function TeamInvitationsRow({ team, permissions }: TeamInvitationsRowProps): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const withList = hasPermission(permissions, '$read_members')
  const all = useTeamInvitations(team, {
    withList,
    onChanged: ({ type, email }) =>
      row.finish(type === 'sent' ? t('Invitation sent to {email}.', { email }) : t('Invitation withdrawn.')),
  })
  const { invitations, invite, revoke } = all
  // The invitations share the actions, which do one thing at a time, and whose success closes what is open in the row.
  const isBusy = invite.phase !== 'idle' || revoke.phase !== 'idle'
  const hint = t('We send a link by email. People without an account can create one with it.')
  return (
    <SettingsRow
      row={row}
      label={t('Invitations')}
      value={
        <>
          {invitations?.length === 0 && <span className="portico-row-none">{t('No open invitations')}</span>}
          {row.open === null && <AccountFailure failure={invite.failure} />}
        </>
      }
      note={hint}
      action={
        <Button
          variant="quiet"
          phase={isBusy && invite.phase === 'idle' ? 'pending' : invite.phase}
          pendingText={revoke.phase === 'idle' ? t('Sending…') : t('Invite…')}
          onClick={() => row.start('invite')}
        >
          {t('Invite…')}
        </Button>
      }
      list={
        withList && (
          <ItemList
            row={row}
            label={t('Open invitations')}
            from={all}
            items={invitations}
            search={{ label: t('Search invitations'), textOf: ({ recipientEmail }) => recipientEmail ?? '' }}
          >
            {(invitation) => (
              <InvitationItem
                key={invitation.id}
                all={all}
                invitation={invitation}
                isBusy={isBusy}
                canWithdraw={hasPermission(permissions, '$remove_members')}
                row={row}
              />
            )}
          </ItemList>
        )
      }
    >
      <TextForm
        label={t('Email')}
        type="email"
        hint={hint}
        problemOf={(email) => (email.trim() === '' ? t('Please enter an email address') : emailError(t, email))}
        action={invite}
        onSubmit={invite.submit}
        onCancel={row.close}
        submitText={t('Send invitation')}
        pendingText={t('Sending…')}
      />
    </SettingsRow>
  )
}

interface InvitationItemProps {
  readonly all: TeamInvitations
  readonly invitation: TeamInvitation
  /** One of the actions runs, so no other one can start. */
  readonly isBusy: boolean
  readonly canWithdraw: boolean
  readonly row: Row
}

function InvitationItem({ all, invitation, isBusy, canWithdraw, row }: InvitationItemProps): ReactNode {
  const { invite, revoke } = all
  const t = useTranslate()
  const { id, recipientEmail, expiresAt } = invitation
  const email = recipientEmail ?? t('Unknown')
  const disabledReason = isBusy ? t('One moment, please.') : undefined
  const again = recipientEmail !== null && {
    name: 'again',
    text: t('Send again'),
    disabledReason,
    onChoose: () => void invite.submit(recipientEmail),
  }
  const withdrawal = canWithdraw && {
    name: 'withdraw',
    text: t('Withdraw…'),
    disabledReason,
    content: (
      <ConfirmForm
        question={t('Withdraw the invitation of {email}?', { email })}
        consequence={t('The link in the email then no longer works.')}
        confirmText={t('Withdraw invitation')}
        pendingText={t('Withdrawing…')}
        action={{ ...revoke, submit: () => revoke.submit(invitation) }}
        onCancel={row.close}
      />
    ),
  }
  return (
    <ListItem
      row={row}
      id={id}
      mark={<SettingsIcon name="mail" />}
      name={email}
      isAddress
      facts={
        <span className="portico-session-facts">
          <InvitationExpiry at={expiresAt} />
        </span>
      }
      acts={[again, withdrawal]}
    />
  )
}
