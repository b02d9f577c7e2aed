import { contrastOf } from './mail-document/contrast.ts'

/** Contrast of text on its background, and of a control on the page (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST_MIN = 4.5
export const SHAPE_CONTRAST_MIN = 3

/** A page on which an accent is used: the backgrounds under links and controls, and the text on the accent. */
export interface AccentPage {
  readonly grounds: readonly string[]
  readonly onAccent: string
}

/** The pages of the components and the service. Their style sheets have the same values. */
export const accentPages = {
  light: { grounds: ['#ffffff', '#faf9f7'], onAccent: '#ffffff' },
  dark: { grounds: ['#1c1b19', '#141312'], onAccent: '#0b1f1c' },
} as const satisfies Record<'light' | 'dark', AccentPage>

/** The steps of lightness that are tried in one direction. A channel of a colour has as many values. */
const STEPS = 255

/**
 * Corrects an accent, so that links in it can be read on the page, controls in it can be seen, and the text on it can
 * be read. The lightness moves as little as necessary and the hue stays. A colour that has the contrast stays as it is.
 *
 * @param color as `#rrggbb`, in lower case
 */
export function correctAccent(color: string, theme: 'light' | 'dark'): string {
  const page = accentPages[theme]
  if (hasContrast(color, page)) return color
  const { hue, lightness, saturation } = toHsl(color)
  const end = theme === 'light' ? 0 : 1
  for (let step = 1; step < STEPS; step += 1) {
    const candidate = toHex({ hue, saturation, lightness: lightness + ((end - lightness) * step) / STEPS })
    if (hasContrast(candidate, page)) return candidate
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** Links are text on the page, so the contrast of text includes that of controls. */
function hasContrast(color: string, { grounds, onAccent }: AccentPage): boolean {
  return [...grounds, onAccent].every((other) => contrastOf(color, other) >= TEXT_CONTRAST_MIN)
}

interface Hsl {
  /** Degrees. */
  readonly hue: number
  readonly saturation: number
  readonly lightness: number
}

function toHsl(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const [range, lightness] = [max - min, (max + min) / 2]
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const sixth =
    max === red ? (green - blue) / range + 6 : max === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return { hue: (sixth * 60) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

/** CSS Color 4, section 7.1. */
function toHex({ hue, lightness, saturation }: Hsl): string {
  const channel = (offset: number): string => {
    const position = (offset + hue / 30) % 12
    const value =
      lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
