import { usePorticoApp, useTeamMembers, useTeamPermissions, type CurrentUser, type Team } from '@portico/react'
import type { ReactNode } from 'react'
import { Link } from '../Link.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { Book } from './Book.tsx'
import { Invite } from './Invite.tsx'
import { Members } from './Members.tsx'

export interface GroupProps {
  readonly group: Team
  readonly user: CurrentUser
}

/** One reading group. What the page offers follows the permissions of the user; the service checks each call again. */
export function Group({ group, user }: GroupProps): ReactNode {
  const { urls } = usePorticoApp()
  const { permissions, failure, reload } = useTeamPermissions(group)
  const members = useTeamMembers(group, {
    withMembers: permissions?.has('$read_members') ?? false,
    withRoles: permissions?.has('$manage_roles') ?? false,
  })
  if (failure !== null) return <LoadFailure onRetry={reload}>The group could not be loaded.</LoadFailure>
  if (!permissions) return <div className="waiting" role="status" aria-label="Loading the group" />
  return (
    <>
      <Book group={group} user={user} members={members} mayChoose={permissions.has('choose_book')} />
      {permissions.has('$read_members') && <Members all={members} user={user} />}
      {permissions.has('$invite_members') && <Invite group={group} />}
      <p className="aside">
        <Link to={`${urls.accountSettings}#team-${group.id}`}>
          {permissions.has('$manage_api_keys') ? 'Settings and API keys of the group' : 'Settings of the group'}
        </Link>
      </p>
    </>
  )
}
