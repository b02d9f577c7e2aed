import { createStore } from '../language/store.ts'
import { readStored, writeStored } from '../language/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The name is also in `stored-theme.js`, which runs before the first paint. */
const KEY = 'portico-dashboard-theme'
const current = createStore(storedTheme())

export function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  current.set(theme)
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  const theme = current.get()
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function useTheme(): Theme {
  return current.useValue()
}

function storedTheme(): Theme {
  const stored = readStored(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
