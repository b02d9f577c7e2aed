import { createContext, use } from 'react'

import type { ShellOverlay } from './overlays.ts'

export const OverlayContext = createContext<(overlay: ShellOverlay | null) => void>(() => {})

/** Returns the function that opens the palette or the keyboard map. */
export function useOpenOverlay(): (overlay: ShellOverlay | null) => void {
  return use(OverlayContext)
}
