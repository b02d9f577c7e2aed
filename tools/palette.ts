import { readFileSync } from 'node:fs'

interface Colour {
  readonly light: string
  readonly dark: string
}

/** The colours by name, such as `ink-soft`. */
type Palette = ReadonlyMap<string, Colour>

const root = new URL('../', import.meta.url)

/** The files whose colours `npm run generate` writes. */
export const paletteFiles = [
  'packages/react/src/styles.css',
  'packages/react/STYLING.md',
  'packages/server/src/platform/http/pages.css',
].map((path) => new URL(path, root))

const COLOUR = String.raw`(?:#[0-9a-f]+|rgb\([^)]*\))`

export function readPalette(): Palette {
  const styleSheet = readFileSync(new URL('packages/ui/src/tokens.css', root), 'utf8')
  const declaration = new RegExp(String.raw`--portico-([\w-]+): light-dark\((${COLOUR}), (${COLOUR})\)`, 'g')
  return new Map(
    [...styleSheet.matchAll(declaration)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
  )
}

/** Returns the file with the colours of the palette in the three forms in which the files have them. */
export function withPalette(text: string, palette: Palette): string {
  return (
    text
      // The default of a variable that hosts set for one mode. A project's accent overrides the palette's.
      .replaceAll(
        new RegExp(String.raw`(--portico-(light|dark)-([\w-]+), (?:var\(--_\w+, )?)${COLOUR}`, 'g'),
        (found, start: string, mode: keyof Colour, name: string) => {
          const colour = palette.get(name)
          return colour ? start + colour[mode] : found
        },
      )
      // A variable with the name of the colour.
      .replaceAll(
        new RegExp(String.raw`(--_?([\w-]+): )light-dark\(${COLOUR}, ${COLOUR}\)`, 'g'),
        (found, start: string, name: string) => {
          const colour = palette.get(name)
          return colour ? `${start}light-dark(${colour.light}, ${colour.dark})` : found
        },
      )
      // A row in a table of variables.
      .replaceAll(/(\| `--portico-([\w-]+)` \| )`#\w+` \| `#\w+`/g, (found, start: string, name: string) => {
        const colour = palette.get(name)
        return colour ? `${start}\`${colour.light}\` | \`${colour.dark}\`` : found
      })
  )
}
