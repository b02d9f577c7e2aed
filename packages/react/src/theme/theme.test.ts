import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { luminanceOf } from './colour-mode.ts'
import { translateTheme } from './StackTheme.tsx'
import { themeVariables } from './theme-variables.ts'

describe('themeVariables', () => {
  test('returns the variables of each mode and the radius', () => {
    const variables = themeVariables({ light: { accent: 'navy' }, dark: { accent: '#9cf' }, radius: '4px' })

    expect(variables).toEqual({
      '--portico-light-accent': 'navy',
      '--portico-dark-accent': '#9cf',
      '--portico-radius': '4px',
    })
  })

  test('ignores unknown colour names', () => {
    expect(themeVariables({ dark: { chartOne: 'red', constructor: 'red' } as never })).toEqual({})
  })
})

describe('the theme of a migrating app', () => {
  test('reaches our colours by the names there: primary is the primary action, accent a hovered entry', () => {
    const theme = translateTheme({
      light: {
        primary: 'navy',
        primaryForeground: 'white',
        accent: '#f4f4f5',
        ring: 'gold',
        destructiveForeground: 'ivory',
      },
      dark: { popover: 'black', card: 'gray', cardForeground: 'white', secondaryForeground: 'snow', muted: 'dimgray' },
      radius: '0.5rem',
    })

    expect(theme).toEqual({
      light: { accent: 'navy', onAccent: 'white', hover: '#f4f4f5', focus: 'gold', onDanger: 'ivory' },
      dark: { menu: 'black', surface: 'gray', cardInk: 'white', onSecondary: 'snow', muted: 'dimgray' },
      radius: '0.5rem',
    })
    expect(themeVariables(theme)).toMatchObject({
      '--portico-light-on-danger': 'ivory',
      '--portico-dark-card-ink': 'white',
      '--portico-dark-on-secondary': 'snow',
    })
  })

  test('may have names without an equivalent, which are ignored', () => {
    expect(translateTheme({ light: { chart1: 'blue', constructor: 'red' } })).toEqual({ light: {} })
  })

  test('has every colour of the style sheet', () => {
    const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
    const inSheet = [...css.matchAll(/--portico-light-([\w-]+)/g)].map(([, name]) => name)
    const names = (
      'background foreground card cardForeground popover popoverForeground primary primaryForeground secondary ' +
      'secondaryForeground muted mutedForeground accent accentForeground destructive destructiveForeground border input ring'
    ).split(' ')

    const variables = themeVariables(translateTheme({ light: Object.fromEntries(names.map((name) => [name, 'red'])) }))

    expect(Object.keys(variables).toSorted()).toEqual(
      [...new Set(inSheet)].map((name) => `--portico-light-${name}`).toSorted(),
    )
  })
})

describe('luminanceOf', () => {
  test.each([
    ['rgb(255, 255, 255)', 255],
    ['rgb(0, 0, 0)', 0],
    ['rgba(0, 0, 0, 0)', null],
    ['#fff', 255],
    ['#000000', 0],
    ['240 10% 3.9%', 3.9 * 2.55],
    ['hsl(0 0% 100%)', 255],
    ['', null],
    ['transparent', null],
    ['var(--x)', null],
  ])('the luminance of "%s" is %s', (colour, luminance) => {
    if (luminance === null) expect(luminanceOf(colour)).toBeNull()
    else expect(luminanceOf(colour)).toBeCloseTo(luminance, 5)
  })
})

describe('default colours', () => {
  const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')

  function colourOf(token: string, mode: 'light' | 'dark'): string {
    const found = new RegExp(`--portico-${mode}-${token}, (?:var\\(--_${mode}, )?(#[0-9a-f]{6})`).exec(css)?.[1]
    if (found === undefined) throw new Error(`styles.css sets no ${mode} ${token}`)
    return found
  }

  // WCAG 2.2: 1.4.3 for text, 1.4.11 for borders that identify a control.
  test.each([
    ['ink', 'surface', 4.5],
    ['ink', 'ground', 4.5],
    ['ink-soft', 'surface', 4.5],
    ['ink-soft', 'ground', 4.5],
    ['accent', 'surface', 4.5],
    ['on-accent', 'accent', 4.5],
    ['danger', 'surface', 4.5],
    ['control', 'surface', 3],
  ])('the contrast of %s on %s is at least %d in both modes', (front, back, least) => {
    expect(contrast(colourOf(front, 'light'), colourOf(back, 'light'))).toBeGreaterThanOrEqual(least)
    expect(contrast(colourOf(front, 'dark'), colourOf(back, 'dark'))).toBeGreaterThanOrEqual(least)
  })
})

/** WCAG 2.2, definition of "contrast ratio". */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [relativeLuminance(one), relativeLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function relativeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
