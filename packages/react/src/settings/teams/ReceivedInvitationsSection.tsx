'use client'

import type { ReceivedTeamInvitation } from '@portico/client'
import type { ReactNode } from 'react'
import { useInvitationAcceptance, useReceivedInvitations } from './useReceivedInvitations.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { EmailAddress } from '../../parts/EmailAddress.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { InvitationExpiry } from './InvitationExpiry.tsx'
import { Loaded } from '../page/Loaded.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'

export interface ReceivedInvitationsSectionProps {
  /** Called after the user has joined the team with this id. */
  readonly onJoined: (teamId: string) => void
}

/** The invitations to teams that the user received. */
export function ReceivedInvitationsSection({ onJoined }: ReceivedInvitationsSectionProps): ReactNode {
  const t = useTranslate()
  const all = useReceivedInvitations()
  return (
    <Loaded from={all} value={all.invitations}>
      {(invitations) =>
        invitations.length === 0 ? (
          <p className="portico-empty">{t('No open invitations')}</p>
        ) : (
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
    </Loaded>
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
