'use client'

import type { Project, Team } from '@portico/client'
import { useState } from 'react'
import { useReceivedInvitations } from './useReceivedInvitations.ts'
import { useTeams } from '../../hooks/useTeams.ts'
import type { Loading } from '../../hooks/loading.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Avatar } from '../../user/UserAvatar.tsx'
import { Loaded } from '../page/Loaded.tsx'
import { ReceivedInvitationsSection } from './ReceivedInvitationsSection.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import type { SettingsEntry, TeamEntries } from '../page/SettingsLayout.tsx'
import { TeamCreationSection } from './TeamCreationSection.tsx'
import { TeamSection } from './TeamSection.tsx'
import { openHash, useHash } from '../page/useHash.ts'

const CREATION_ID = 'team-creation'
const INVITATIONS_ID = 'team-invitations'

/** The hash of a team's section. */
function idOf(team: Pick<Team, 'id'>): string {
  return `team-${team.id}`
}

/** The sections of the user's teams, and the one that creates a team if the project allows it. */
export function useTeamEntries({ config }: Project): TeamEntries {
  const t = useTranslate()
  const hash = useHash()
  const [departed, setDeparted] = useState<{ readonly message: string; readonly from: string } | null>(null)
  const { teams, failure, reload } = useTeams()
  const { invitations = [] } = useReceivedInvitations()
  function depart(message: string): void {
    setDeparted({ message, from: hash })
    openHash('')
  }
  // The message belongs to the page that follows the departure.
  if (departed && hash !== '' && hash !== departed.from) setDeparted(null)
  const entries = (teams ?? []).map((team) => ({
    id: idOf(team),
    title: team.displayName || t('No name'),
    lead: t('How you appear in this team, and what you can manage.'),
    icon: <Avatar user={team} size={20} isTeam />,
    content: <TeamSection team={team} onDeparted={depart} />,
  }))
  const received = {
    id: INVITATIONS_ID,
    title: t('Invitations'),
    lead: t('Teams that you are invited to.'),
    icon: <SettingsIcon name="mail" />,
    content: <ReceivedInvitationsSection onJoined={(id) => openHash(idOf({ id }))} />,
  }
  const creation = {
    id: CREATION_ID,
    title: t('Create a team'),
    lead: t('You are its first member and can invite others.'),
    icon: <SettingsIcon name="plus" />,
    content: <TeamCreationSection onCreated={(team) => openHash(idOf(team))} />,
  }
  const isUnlisted =
    hash.startsWith('team-') && ![CREATION_ID, INVITATIONS_ID, ...entries.map(({ id }) => id)].includes(hash)
  return {
    entries,
    actions: [
      ...(invitations.length > 0 || hash === INVITATIONS_ID ? [received] : []),
      ...(config.clientTeamCreationEnabled ? [creation] : []),
    ],
    unlisted: isUnlisted ? describeUnlisted(t, hash, { failure, reload }, teams !== undefined) : undefined,
    failure:
      failure === null || isUnlisted ? null : (
        <Button variant="quiet" onClick={reload}>
          {t('Load the teams again')}
        </Button>
      ),
    notice: hash === '' ? departed?.message : undefined,
  }
}

/**
 * The section of a team that is not in the list: because the list is not loaded, or because the user is not a member.
 */
function describeUnlisted(t: Translate, id: string, from: Loading, isLoaded: boolean): SettingsEntry {
  const isMissing = from.failure === null && isLoaded
  return {
    id,
    title: isMissing ? t('This team is not available') : t('Team'),
    icon: null,
    content: (
      <Loaded from={from} value={isLoaded || undefined}>
        {() => <p className="portico-empty">{t('It was deleted, or you are not a member.')}</p>}
      </Loaded>
    ),
  }
}
