import type { CurrentUser } from '@portico/react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { focusOnce } from './focus-once.ts'

/** Shows the display name and edits it in place. */
export function DisplayName({ user }: { readonly user: CurrentUser }): ReactNode {
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSaving(true)
    setFailed(false)
    try {
      await user.setDisplayName(draft?.trim() || null)
      setDraft(null)
    } catch {
      setFailed(true)
    } finally {
      setSaving(false)
    }
  }

  if (draft === null) {
    return (
      <>
        <span>{user.displayName ?? <span className="quiet">not given</span>}</span>
        <button className="inline" type="button" onClick={() => setDraft(user.displayName ?? '')}>
          {user.displayName === null ? 'Add' : 'Change'}
        </button>
      </>
    )
  }
  return (
    <form className="edit" onSubmit={(event) => void save(event)}>
      <input
        aria-label="Name"
        autoComplete="name"
        ref={focusOnce}
        value={draft}
        disabled={saving}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <button className="inline" type="submit" disabled={saving}>
        {saving ? 'Saving…' : 'Save'}
      </button>
      <button className="inline" type="button" onClick={() => setDraft(null)}>
        Cancel
      </button>
      {failed && <p role="alert">The name could not be saved. Please try again.</p>}
    </form>
  )
}
