/** The colours of the components, each with the CSS variable that carries it. */
const colourVariables = {
  ground: 'ground',
  surface: 'surface',
  ink: 'ink',
  inkSoft: 'ink-soft',
  line: 'line',
  control: 'control',
  accent: 'accent',
  onAccent: 'on-accent',
  danger: 'danger',
  focus: 'focus',
} as const

export type ThemeColours = Partial<Record<keyof typeof colourVariables, string>>

export interface Theme {
  /** Colours in light mode; any CSS colour. Omitted ones keep their default. */
  readonly light?: ThemeColours
  /** Colours in dark mode. */
  readonly dark?: ThemeColours
  /** Corner radius of controls, such as `6px`; cards use 1.5 times the value. */
  readonly radius?: string
}

export type CssVariables = Readonly<Record<`--portico-${string}`, string>>

/** The theme as CSS variables. */
export function themeVariables(theme: Theme): CssVariables {
  const variables: Record<`--portico-${string}`, string> = {}
  for (const mode of ['light', 'dark'] as const) {
    for (const [name, colour] of Object.entries(theme[mode] ?? {})) {
      // Unknown names are ignored.
      if (colour === undefined || !Object.hasOwn(colourVariables, name)) continue
      variables[`--portico-${mode}-${colourVariables[name as keyof ThemeColours]}`] = colour
    }
  }
  if (theme.radius !== undefined) variables['--portico-radius'] = theme.radius
  return variables
}
