import { useTeamSwitching, type CurrentUser, type Team } from '@portico/react'
import type { ReactNode } from 'react'
import { bookOf } from './book-of.ts'
import { NewGroup } from './NewGroup.tsx'
import { ReceivedInvitations } from './ReceivedInvitations.tsx'

export interface AllGroupsProps {
  readonly groups: readonly Team[]
  readonly user: CurrentUser
}

/** The groups to choose from, the invitations to others, and a form that starts one. */
export function AllGroups({ groups, user }: AllGroupsProps): ReactNode {
  const { select } = useTeamSwitching()
  return (
    <>
      {groups.length === 0 ? (
        <p className="intro">
          A group reads one book at a time. Start one and invite the people you like to talk to about books.
        </p>
      ) : (
        <ul className="rows" aria-label="Your groups">
          {groups.map((group) => (
            <li key={group.id}>
              <div className="row-text">
                <bdi>{group.displayName}</bdi>
                <span className="quiet">{bookOf(group)?.title ?? 'no book yet'}</span>
              </div>
              <button
                className="inline"
                type="button"
                disabled={select.phase === 'pending'}
                onClick={() => void select.submit(group)}
              >
                Open<span className="unseen"> {group.displayName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {select.failure !== null && <p role="alert">The group could not be opened. Please try again.</p>}
      <ReceivedInvitations user={user} />
      <NewGroup />
    </>
  )
}
