import { blockTypes, type BlockOf } from './block-types.ts'
import { readExtension } from './check-document.ts'
import { styleOf, type Styles } from './markup.ts'

type ColorProperty = 'color' | 'background-color' | 'border-color'

export type Colors = Readonly<Partial<Record<ColorProperty, string | null | undefined>>>

/** The colours of a mail in light and dark mode. A colour with a dark partner has a class that dark mode changes. */
export class Palette {
  readonly #grounds: ReadonlyMap<string, string>
  readonly #texts: ReadonlyMap<string, string>
  readonly #classes = new Map<string, { readonly name: string; readonly rule: string }>()
  #isComplete = true

  constructor(root: BlockOf<'EmailLayout'>) {
    const { grounds, texts } = darkPartnersOf(root)
    this.#grounds = grounds
    this.#texts = texts
  }

  /** Returns the attributes of an element with these styles and colours. */
  colored(styles: Styles, colors: Colors): { readonly class: string; readonly style: string } {
    const names = Object.entries(colors).map(([property, color]) => (color ? this.#classOf(property, color) : ''))
    return { class: names.filter(Boolean).join(' '), style: styleOf({ ...styles, ...colors }) }
  }

  /**
   * Returns the class of an element that only light or only dark mode shows. In dark mode it needs a rule, not a
   * colour.
   */
  shownIn(scheme: 'light' | 'dark'): string {
    const name = `on-${scheme}`
    const display = scheme === 'light' ? 'none' : 'inline'
    this.#classes.set(name, { name, rule: `.${name} { display: ${display} !important; }` })
    return name
  }

  /** Without a partner for each colour, dark mode would put light on light, so the mail stays light. */
  get hasDarkMode(): boolean {
    return this.#isComplete && this.#classes.size > 0
  }

  /** The rules of dark mode. Read it after the mail is written. */
  get darkRules(): string {
    return [...this.#classes.values()].map(({ rule }) => rule).join('\n')
  }

  #classOf(property: string, color: string): string {
    const partner = (property === 'color' ? this.#texts : this.#grounds).get(color.toLowerCase())
    if (partner === undefined) {
      this.#isComplete = false
      return ''
    }
    const key = `${property} ${partner}`
    const known = this.#classes.get(key)
    if (known) return known.name
    const name = `c${this.#classes.size}`
    this.#classes.set(key, { name, rule: `.${name} { ${property}: ${partner} !important; }` })
    return name
  }
}

/** The colours of grounds and texts in dark mode, by the light ones in lower case. */
export function darkPartnersOf({ data }: BlockOf<'EmailLayout'>): {
  readonly grounds: ReadonlyMap<string, string>
  readonly texts: ReadonlyMap<string, string>
} {
  const fields = blockTypes.EmailLayout.data
  return {
    grounds: partnersOf(readExtension(fields.darkColors, data.darkColors)),
    texts: partnersOf(readExtension(fields.darkTextColors, data.darkTextColors)),
  }
}

function partnersOf(pairs: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs).map(([light, dark]) => [light.toLowerCase(), dark]))
}
