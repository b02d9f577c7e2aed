import { useTeamCreation } from '@portico/react'
import { useState, type ReactNode } from 'react'

/** Creates a team, which then is the selected one. */
export function NewGroup(): ReactNode {
  const [name, setName] = useState('')
  const { submit, phase, failure } = useTeamCreation()
  return (
    <form
      className="small-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(name.trim())
      }}
    >
      <label htmlFor="group-name">Name of a new group</label>
      <input
        id="group-name"
        required
        pattern=".*\S.*"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button className="button primary" type="submit" disabled={phase !== 'idle'}>
        {phase === 'idle' ? 'Start group' : 'Starting…'}
      </button>
      {failure !== null && <p role="alert">The group could not be started. Please try again.</p>}
    </form>
  )
}
