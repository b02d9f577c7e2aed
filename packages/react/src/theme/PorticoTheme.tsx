'use client'

import { createContext, useMemo, type ReactNode } from 'react'
import type { ColourMode } from './colour-mode.ts'
import { themeVariables, type CssVariables, type Theme } from './theme-variables.ts'

/** The props of `PorticoTheme`. */
export interface PorticoThemeProps {
  /** Colours and radius that differ from the defaults. */
  readonly theme?: Theme
  /** `auto`, the default, follows the page, or the operating system if the page does not set a colour mode. */
  readonly mode?: ColourMode | 'auto'
  /** The components that get the theme. */
  readonly children?: ReactNode
}

export interface ThemeSetting {
  readonly mode: ColourMode | 'auto'
  readonly variables: CssVariables
}

export const ThemeContext = createContext<ThemeSetting>({ mode: 'auto', variables: {} })

/**
 * Sets the colours of the components below it and nothing else. It adds no element, style tag or script: each component
 * sets the variables on its own outermost element.
 */
export function PorticoTheme({ theme, mode = 'auto', children }: PorticoThemeProps): ReactNode {
  // Hosts often pass a new object with each render, so compare the content.
  const content = JSON.stringify(theme ?? {})
  const setting = useMemo(() => ({ mode, variables: themeVariables(JSON.parse(content) as Theme) }), [mode, content])
  return <ThemeContext.Provider value={setting}>{children}</ThemeContext.Provider>
}
