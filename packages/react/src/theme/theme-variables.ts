/** The colours of the components; any CSS colour. Omitted ones keep their default. */
export interface ThemeColours {
  /** The page behind the card. */
  readonly ground?: string
  /** Cards and fields. */
  readonly surface?: string
  /** Text. */
  readonly ink?: string
  /** Secondary text, and icons. */
  readonly inkSoft?: string
  /** Borders of cards and menus, and separators. */
  readonly line?: string
  /** Borders of fields and of secondary buttons. */
  readonly control?: string
  /** The primary action, and links. */
  readonly accent?: string
  /** Text on `accent`. */
  readonly onAccent?: string
  /** Errors, and buttons that delete something. */
  readonly danger?: string
  /** Text on `danger`. Default: `surface`. */
  readonly onDanger?: string
  /** Focus rings. Default: `accent`. */
  readonly focus?: string
  /** Text in cards. Default: `ink`. */
  readonly cardInk?: string
  /** Menus. Default: `surface`. */
  readonly menu?: string
  /** Text in menus. Default: `ink`. */
  readonly menuInk?: string
  /** Secondary buttons. Default: `surface`. */
  readonly secondary?: string
  /** Text on secondary buttons. Default: `ink`. */
  readonly onSecondary?: string
  /** Placeholders while something loads. */
  readonly muted?: string
  /** Menu entries and small buttons under the pointer. */
  readonly hover?: string
  /** Text of menu entries under the pointer. */
  readonly onHover?: string
}

/** Colours from outside may have other names. */
const colourNames: ReadonlySet<string> = new Set<keyof ThemeColours>([
  'ground',
  'surface',
  'ink',
  'inkSoft',
  'line',
  'control',
  'accent',
  'onAccent',
  'danger',
  'onDanger',
  'focus',
  'cardInk',
  'menu',
  'menuInk',
  'secondary',
  'onSecondary',
  'muted',
  'hover',
  'onHover',
])

/** The colours and the radius that differ from the defaults. */
export interface Theme {
  /** Colours in light mode. */
  readonly light?: ThemeColours
  /** Colours in dark mode. */
  readonly dark?: ThemeColours
  /** Corner radius of controls, such as `6px`; cards use 1.5 times the value. */
  readonly radius?: string
}

export type CssVariables = Readonly<Record<`--portico-${string}`, string>>

export function themeVariables(theme: Theme): CssVariables {
  const variables: Record<`--portico-${string}`, string> = {}
  for (const mode of ['light', 'dark'] as const) {
    for (const [name, colour] of Object.entries(theme[mode] ?? {})) {
      if (colour === undefined || !colourNames.has(name)) continue
      variables[`--portico-${mode}-${name.replace(/[A-Z]/, '-$&').toLowerCase()}`] = colour
    }
  }
  if (theme.radius !== undefined) variables['--portico-radius'] = theme.radius
  return variables
}
