import { TeamSwitcher, type Team } from '@portico/react'
import type { ReactNode } from 'react'

/** A switcher of the host, which refuses every other team after the first choice. */
export function OwnSwitcher(): ReactNode {
  const root = document.documentElement
  async function refuseSecond(team: Team | null): Promise<void> {
    if (root.dataset['chosen'] !== undefined) throw new Error('The host refuses this team.')
    root.dataset['chosen'] = team?.displayName ?? ''
  }
  return <TeamSwitcher triggerClassName="of-host" onChange={refuseSecond} />
}
