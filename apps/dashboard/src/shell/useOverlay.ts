import { createContext, use } from 'react'

/** What the shell itself can open over a page. */
export type ShellOverlay = 'palette' | 'shortcuts'

export const OverlayContext = createContext<(overlay: ShellOverlay | null) => void>(() => {})

/** Returns the function that opens the palette or the keyboard map. */
export function useOpenOverlay(): (overlay: ShellOverlay | null) => void {
  return use(OverlayContext)
}
