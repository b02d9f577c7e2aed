import { createContext, useMemo, type ReactNode } from 'react'
import type { ColourMode } from './colour-mode.ts'
import { themeVariables, type CssVariables, type Theme } from './theme-variables.ts'

export interface PorticoThemeProps {
  /** Colours and radius that differ from the defaults. */
  readonly theme?: Theme
  /** `auto`, the default, follows the page, and where the page says nothing, the operating system. */
  readonly mode?: ColourMode | 'auto'
  readonly children?: ReactNode
}

export interface ThemeSetting {
  readonly mode: ColourMode | 'auto'
  readonly variables: CssVariables
}

export const ThemeContext = createContext<ThemeSetting>({ mode: 'auto', variables: {} })

/**
 * Colours the components below it, and nothing else. It adds no element, style tag or script: each component carries the
 * variables on its own outermost element.
 */
export function PorticoTheme({ theme, mode = 'auto', children }: PorticoThemeProps): ReactNode {
  // Hosts write the theme in place, so it is a new object at each render; only its content counts.
  const content = JSON.stringify(theme ?? {})
  const setting = useMemo(() => ({ mode, variables: themeVariables(JSON.parse(content) as Theme) }), [mode, content])
  return <ThemeContext.Provider value={setting}>{children}</ThemeContext.Provider>
}
