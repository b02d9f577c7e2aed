'use client'

import type { Team } from '@portico/client'
import type { ReactNode } from 'react'
import { useTeamMembers } from './useTeamMembers.ts'
import { useTeamPermissions } from './useTeamPermissions.ts'
import { useTeamProfile } from './useTeamProfile.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Avatar } from '../../user/UserAvatar.tsx'
import { hasPermission } from './describe-permission.ts'
import { Loaded } from '../page/Loaded.tsx'
import { NameRow } from '../page/NameRow.tsx'
import { TeamApiKeys } from '../keys/OnDemandApiKeys.tsx'
import { PictureRow } from '../profile/PictureRow.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'
import { TeamDepartureRows } from './TeamDepartureRows.tsx'
import { TeamInvitationsRow } from './TeamInvitationsRow.tsx'
import { TeamMembersRow } from './TeamMembersRow.tsx'
import { TeamSecondFactorRow } from './TeamSecondFactorRow.tsx'

export interface TeamSectionProps {
  readonly team: Team
  /** Called after the user has left the team or deleted it. */
  readonly onDeparted: (message: string) => void
}

/** One team: the user's profile in it, and what the user may see and change. */
export function TeamSection({ team, onDeparted }: TeamSectionProps): ReactNode {
  const all = useTeamPermissions(team)
  return (
    <Loaded from={all} value={all.permissions}>
      {(permissions) => <TeamRows team={team} permissions={permissions} onDeparted={onDeparted} />}
    </Loaded>
  )
}

interface TeamRowsProps extends TeamSectionProps {
  readonly permissions: ReadonlySet<string>
}

function TeamRows({ team, permissions, onDeparted }: TeamRowsProps): ReactNode {
  const t = useTranslate()
  const { project, apiKeyExample } = useSettings()
  const memberRow = useRow()
  const members = useTeamMembers(team, {
    withMembers: hasPermission(permissions, '$read_members'),
    withRoles: project.config.memberRoleManagementEnabled && hasPermission(permissions, '$manage_roles'),
    onChanged: (event) => memberRow.finish(event === 'removed' ? t('Member removed.') : t('Roles changed.')),
  })
  const names = new Map(members.members?.map(({ user }) => [user.id, user.teamProfile.displayName ?? '']))
  return (
    <>
      <OwnProfileRows team={team} />
      {hasPermission(permissions, '$update_team') && <TeamRowsToEdit team={team} />}
      {hasPermission(permissions, '$read_members') && (
        <TeamMembersRow row={memberRow} members={members} permissions={permissions} />
      )}
      {hasPermission(permissions, '$invite_members') && <TeamInvitationsRow team={team} permissions={permissions} />}
      {project.config.allowTeamApiKeys && hasPermission(permissions, '$manage_api_keys') && (
        <TeamApiKeys team={team} nameOf={(userId) => names.get(userId)} example={apiKeyExample} />
      )}
      <TeamDepartureRows team={team} permissions={permissions} members={members.members} onDeparted={onDeparted} />
    </>
  )
}

function OwnProfileRows({ team }: { readonly team: Team }): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const all = useTeamProfile(team)
  const { profile } = all
  if (!profile) {
    return (
      <SettingsRow
        label={t('Your profile')}
        value={
          <Loaded from={all} value={profile} bones="item">
            {() => null}
          </Loaded>
        }
      />
    )
  }
  return (
    <>
      <PictureRow
        label={t('Your picture')}
        note={t('For the members of this team only.')}
        avatar={<Avatar user={{ ...profile, primaryEmail: user.primaryEmail }} size={64} />}
        hasPicture={profile.profileImageUrl !== null && profile.profileImageUrl !== user.profileImageUrl}
        save={(profileImageUrl) => profile.update({ profileImageUrl })}
        removalQuestion={t('Remove your picture from this team?')}
        removalConsequence={t('The team then sees the picture of your account.')}
      />
      <NameRow
        label={t('Your name')}
        note={t('For the members of this team only.')}
        name={profile.displayName}
        isRequired
        autoComplete="off"
        save={(displayName) => profile.update({ displayName })}
      />
    </>
  )
}

function TeamRowsToEdit({ team }: { readonly team: Team }): ReactNode {
  const t = useTranslate()
  return (
    <>
      <PictureRow
        label={t('Team picture')}
        avatar={<Avatar user={team} size={64} isTeam />}
        hasPicture={team.profileImageUrl !== null}
        save={(profileImageUrl) => team.update({ profileImageUrl })}
        removalQuestion={t('Remove the picture of the team?')}
      />
      <NameRow
        label={t('Team name')}
        name={team.displayName}
        isRequired
        autoComplete="off"
        save={(displayName) => team.update({ displayName })}
      />
      <TeamSecondFactorRow team={team} />
    </>
  )
}
