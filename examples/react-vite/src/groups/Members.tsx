import { UserAvatar, type CurrentUser, type TeamMember, type TeamMembers } from '@portico/react'
import { useState, type ReactNode } from 'react'
import { Link } from '../Link.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { nameOf } from './name-of.ts'

export interface MembersProps {
  readonly all: TeamMembers
  readonly user: CurrentUser
}

/** Who reads in the group, and for members with the permission `$manage_roles`: who may choose the book. */
export function Members({ all: { members, failure, reload, setRoles }, user }: MembersProps): ReactNode {
  // The choice that is being stored.
  const [pending, setPending] = useState<{ readonly id: string; readonly isAllowed: boolean } | null>(null)

  async function allow(member: TeamMember, isAllowed: boolean): Promise<void> {
    const others = (member.roles ?? []).filter((id) => id !== 'choose_book')
    setPending({ id: member.user.id, isAllowed })
    await setRoles.submit(member, new Set(isAllowed ? [...others, 'choose_book'] : others))
    setPending(null)
  }

  /** Members with `$manage_roles` decide about others, not about themselves. */
  function canChange(member: TeamMember): boolean {
    return member.user.id !== user.id && !isContained(member)
  }

  if (failure !== null) return <LoadFailure onRetry={reload}>The members could not be loaded.</LoadFailure>
  if (!members) return <div className="waiting" role="status" aria-label="Loading the members" />
  return (
    <>
      <h2>Readers</h2>
      <ul className="rows" aria-label="Members">
        {members.map((member) => (
          <li key={member.user.id}>
            <UserAvatar size={32} user={member.user.teamProfile} />
            <div className="row-text">
              <bdi>{nameOf(member, user)}</bdi>
              {member.user.id === user.id && user.displayName === null && (
                <Link to="/" className="quiet">
                  Add your name
                </Link>
              )}
            </div>
            {member.permissions && (
              <label className="choice">
                <input
                  type="checkbox"
                  checked={
                    pending?.id === member.user.id ? pending.isAllowed : member.permissions.includes('choose_book')
                  }
                  disabled={pending !== null || !canChange(member)}
                  onChange={(event) => void allow(member, event.target.checked)}
                />
                chooses books
              </label>
            )}
          </li>
        ))}
      </ul>
      {setRoles.failure !== null && <p role="alert">The permission could not be changed. Please try again.</p>}
    </>
  )
}

/** A permission that another one contains, such as `team_admin`, cannot be revoked alone. */
function isContained({ permissions, roles }: TeamMember): boolean {
  return Boolean(permissions?.includes('choose_book')) && !roles?.includes('choose_book')
}
