import type { ReactNode } from 'react'
import { isEveryProviderShown, showEveryProvider } from './every-provider.ts'

/** Part of the demo only: chooses how many providers the sign-in page offers. */
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
