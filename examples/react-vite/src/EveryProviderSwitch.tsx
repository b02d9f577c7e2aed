import type { ReactNode } from 'react'
import { isEveryProviderShown, showEveryProvider } from './every-provider.ts'

/** For the demo only: switches between the projects with four and with all eleven providers. */
export function EveryProviderSwitch(): ReactNode {
  const isOn = isEveryProviderShown()
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => showEveryProvider(event.target.checked)}
      />
      Sign in with all eleven providers instead of four
    </label>
  )
}
