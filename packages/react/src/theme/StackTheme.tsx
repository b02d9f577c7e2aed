'use client'

import type { ReactNode } from 'react'
import type { ColourMode } from './colour-mode.ts'
import { PorticoTheme } from './PorticoTheme.tsx'
import type { Theme, ThemeColours } from './theme-variables.ts'

/** Colour names of the SDK that a migrating app comes from, each with ours. `accent` is a hovered menu entry there. */
const colourNames = {
  background: 'ground',
  foreground: 'ink',
  card: 'surface',
  cardForeground: 'cardInk',
  popover: 'menu',
  popoverForeground: 'menuInk',
  primary: 'accent',
  primaryForeground: 'onAccent',
  secondary: 'secondary',
  secondaryForeground: 'onSecondary',
  muted: 'muted',
  mutedForeground: 'inkSoft',
  accent: 'hover',
  accentForeground: 'onHover',
  destructive: 'danger',
  destructiveForeground: 'onDanger',
  border: 'line',
  input: 'control',
  ring: 'focus',
} as const satisfies Readonly<Record<string, keyof ThemeColours>>

/** Colours by the names of that SDK. Other names are ignored. */
export type StackThemeColours = { readonly [Name in keyof typeof colourNames]?: string } & {
  readonly [name: string]: string | undefined
}

/** The props of `StackTheme`. */
export interface StackThemeProps {
  /** Colours by their names in the original SDK, and the radius of corners. */
  readonly theme?: {
    readonly light?: StackThemeColours
    readonly dark?: StackThemeColours
    readonly radius?: string
  }
  /** `auto`, the default, follows the page. */
  readonly mode?: ColourMode | 'auto'
  /** Ignored: the components have no inline style or script. */
  readonly nonce?: string
  /** The pages with this look. */
  readonly children?: ReactNode
}

/** `PorticoTheme` with the colour names of the SDK that a migrating app comes from. */
export function StackTheme({ theme, mode = 'auto', children }: StackThemeProps): ReactNode {
  return (
    <PorticoTheme theme={translateTheme(theme ?? {})} mode={mode}>
      {children}
    </PorticoTheme>
  )
}

export function translateTheme({ light, dark, radius }: NonNullable<StackThemeProps['theme']>): Theme {
  return {
    ...(light && { light: translateColours(light) }),
    ...(dark && { dark: translateColours(dark) }),
    ...(radius !== undefined && { radius }),
  }
}

function translateColours(colours: StackThemeColours): ThemeColours {
  const translated: { -readonly [Name in keyof ThemeColours]: string } = {}
  for (const [name, ours] of Object.entries(colourNames)) {
    const colour = colours[name]
    if (colour !== undefined) translated[ours] = colour
  }
  return translated
}
