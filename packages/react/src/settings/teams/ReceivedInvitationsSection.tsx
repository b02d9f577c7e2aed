import type { ReceivedTeamInvitation } from '@portico/client'
import type { ReactNode } from 'react'
import { useInvitationAcceptance, useReceivedInvitations } from './useReceivedInvitations.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { EmailAddress } from '../../parts/EmailAddress.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { InvitationExpiry } from './InvitationExpiry.tsx'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { RowBones } from '../page/SettingsSkeleton.tsx'

export interface ReceivedInvitationsSectionProps {
  /** Called after the user has joined the team with this id. */
  readonly onJoined: (teamId: string) => void
}

/** The invitations to teams that the user received. */
export function ReceivedInvitationsSection({ onJoined }: ReceivedInvitationsSectionProps): ReactNode {
  const t = useTranslate()
  const { invitations, failure, reload } = useReceivedInvitations()
  if (failure !== null) return <LoadFailure failure={failure} onRetry={reload} />
  if (!invitations) {
    return (
      <div role="status" aria-label={t('Loading…')}>
        <RowBones />
      </div>
    )
  }
  if (invitations.length === 0) return <p className="portico-empty">{t('No open invitations')}</p>
  return (
    <ul className="portico-sessions" aria-label={t('Invitations')}>
      {invitations.map((invitation) => (
        <li key={invitation.id} className="portico-session">
          <SettingsIcon name="mail" />
          <ReceivedInvitationRow invitation={invitation} onJoined={() => onJoined(invitation.teamId)} />
        </li>
      ))}
    </ul>
  )
}

interface ReceivedInvitationRowProps {
  readonly invitation: ReceivedTeamInvitation
  readonly onJoined: () => void
}

function ReceivedInvitationRow({ invitation, onJoined }: ReceivedInvitationRowProps): ReactNode {
  const t = useTranslate()
  const acceptance = useInvitationAcceptance(invitation, onJoined)
  return (
    <SettingsRow
      label={invitation.teamDisplayName || t('No name')}
      value={
        <>
          <span className="portico-session-facts">
            <EmailAddress value={invitation.recipientEmail} />
            <InvitationExpiry at={invitation.expiresAt} />
          </span>
          <AccountFailure failure={acceptance.failure} />
        </>
      }
      action={
        <Button
          variant="quiet"
          phase={acceptance.phase}
          pendingText={t('Joining…')}
          onClick={() => void acceptance.submit()}
        >
          {t('Join team')}
        </Button>
      }
    />
  )
}
