import { useSyncExternalStore } from 'react'

import { readStored, writeStored } from '../language/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The name is also in `stored-theme.js`, which runs before the first paint. */
const KEY = 'portico-dashboard-theme'
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const stored = readStored(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  const theme = currentTheme()
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
