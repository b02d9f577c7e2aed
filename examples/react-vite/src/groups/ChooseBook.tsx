import type { CurrentUser, Team } from '@portico/react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { focusOnce } from '../focus-once.ts'
import type { Book } from './book-of.ts'

export interface ChooseBookProps {
  readonly group: Team
  readonly user: CurrentUser
  readonly onClose: () => void
}

/**
 * Stores the book of a group. `choose_book` is a permission of this app, whose meaning the service does not know. It
 * contains `$update_team`, so that the service lets its holders change the team. An app with a backend checks
 * `choose_book` there instead.
 */
export function ChooseBook({ group, user, onClose }: ChooseBookProps): ReactNode {
  const [title, setTitle] = useState('')
  const [author, setAuthor] = useState('')
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const book: Book = { title: title.trim(), author: author.trim(), chosenBy: user.id }
    setState('saving')
    try {
      await group.update({ clientMetadata: { book: { ...book } } })
      onClose()
    } catch {
      setState('failed')
    }
  }

  return (
    <form className="small-form" onSubmit={(event) => void save(event)}>
      <label htmlFor="title">Title</label>
      <input
        id="title"
        ref={focusOnce}
        required
        pattern=".*\S.*"
        maxLength={200}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor="author">Author</label>
      <input
        id="author"
        required
        pattern=".*\S.*"
        maxLength={200}
        autoComplete="off"
        value={author}
        onChange={(event) => setAuthor(event.target.value)}
      />
      <div className="form-buttons">
        <button className="button primary" type="submit" disabled={state === 'saving'}>
          {state === 'saving' ? 'Saving…' : 'Read this'}
        </button>
        <button className="button" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
      {state === 'failed' && <p role="alert">The book could not be saved. Please try again.</p>}
    </form>
  )
}
