import type { CurrentUser, Team, TeamMembers } from '@portico/react'
import { useState, type ReactNode } from 'react'
import { bookOf } from './book-of.ts'
import { ChooseBook } from './ChooseBook.tsx'
import { nameOf } from './name-of.ts'

export interface BookProps {
  readonly group: Team
  readonly user: CurrentUser
  readonly members: TeamMembers
  /** Whether the user has the permission `choose_book`. */
  readonly mayChoose: boolean
}

/** What the group reads. Members with the permission `choose_book` choose it. */
export function Book({ group, user, members: { members }, mayChoose }: BookProps): ReactNode {
  const [choosing, setChoosing] = useState(false)
  const book = bookOf(group)
  const chooser = members?.find((member) => member.user.id === book?.chosenBy)
  return (
    <>
      <article className="leaf book" aria-labelledby="book-title">
        <h2 id="book-title">{book ? <bdi>{book.title}</bdi> : 'No book yet'}</h2>
        {book && (
          <p>
            <bdi>{book.author}</bdi>
          </p>
        )}
        <p className="note">
          {chooser && <bdi>{nameOf(chooser, user)} chose it</bdi>}
          {!book && 'What do you read next?'}
        </p>
      </article>
      {!mayChoose ? (
        <p className="quiet">Only members with the permission to choose books can change this.</p>
      ) : choosing ? (
        <ChooseBook group={group} user={user} onClose={() => setChoosing(false)} />
      ) : (
        <p className="choices">
          <button className="button primary" type="button" onClick={() => setChoosing(true)}>
            {book ? 'Choose another book' : 'Choose a book'}
          </button>
        </p>
      )}
    </>
  )
}
