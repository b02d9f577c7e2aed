import { SelectedTeamSwitcher } from '@portico/nextjs'
import { portico } from '../../../portico'
import { createGroup } from './actions'

/** Reading groups are teams. */
export default async function Teams() {
  const user = await portico.getUser({ or: 'redirect' })
  const teams = await user.listTeams()
  return (
    <>
      <h1 className="text-[26px] leading-tight font-semibold">Reading groups</h1>
      <p className="mt-3 text-ink-soft">Of {user.primaryEmail}</p>
      {teams.length === 0 ? (
        <p className="mt-3 text-ink-soft">You are in no group yet. Create one, and invite its readers.</p>
      ) : (
        <>
          <ul className="mt-5 divide-y divide-line border-y border-line">
            {teams.map((team) => (
              <li key={team.id} className="py-3">
                {team.displayName}
              </li>
            ))}
          </ul>
          <p className="mt-6">
            <SelectedTeamSwitcher />
          </p>
        </>
      )}
      <form action={createGroup} className="mt-8 flex items-center gap-3">
        <label htmlFor="group-name">New group</label>
        <input id="group-name" name="displayName" required maxLength={100} className="input" />
        <button className="button button-primary">Create</button>
      </form>
    </>
  )
}
