import { parseInline, type Inline } from './inline.ts'
import { fillText, textOfPart } from './leaves.ts'
import { element, escapeMarkup } from './markup.ts'
import type { Palette } from './palette.ts'
import type { FilledPart, Variables } from './template.ts'
import type { Budget } from './tree.ts'

/** What the parts of one mail share while its HTML is written. */
export interface HtmlContext {
  readonly direction: 'ltr' | 'rtl'
  readonly variables: Variables
  readonly palette: Palette
  /** The colour of links in texts. Absent: that of the text. */
  readonly linkColor: string | undefined
  readonly budget: Budget
}

export function fill({ budget, variables }: HtmlContext, text: string | null | undefined): FilledPart[] {
  return fillText(text, variables, budget)
}

/** Writes a text without Markdown. */
export function writeLine(context: HtmlContext, text: string | null | undefined): string {
  return writeParts(context, fill(context, text))
}

/** Writes a text with Markdown. @param textColor the colour of its links in a mail that has none for links */
export function writeText(
  context: HtmlContext,
  text: string | null | undefined,
  textColor: string | null | undefined,
): string {
  const color = context.linkColor ?? textColor
  const write = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) => {
        context.budget.visit()
        if (inline.kind === 'text') return writeParts(context, inline.parts)
        const content = write(inline.parts)
        if (inline.kind === 'bold') return element('strong', {}, content)
        const colored = context.palette.colored(color ? {} : { color: 'inherit' }, { color })
        return inline.address === null ? content : element('a', { ...linkTo(inline.address), ...colored }, content)
      })
      .join('')
  return write(parseInline(fill(context, text)))
}

function writeParts({ budget, direction }: HtmlContext, parts: readonly FilledPart[]): string {
  return parts
    .map((part) => {
      budget.visit()
      // guard: the values in the HTML part of a mail are escaped (keep `textOfPart(part)`) [render-mail]
      const text = budget.write(escapeMarkup(textOfPart(part)))
      if (typeof part === 'string' || part.hasLines) return text.replaceAll(/\r\n|\n|\r/gu, '<br>')
      if (part.isChosen) return element('bdi', {}, text)
      const isIsolated = direction === 'rtl' && (part.isLeftToRight || part.isAddress)
      return isIsolated ? element('bdi', { dir: 'ltr' }, text) : text
    })
    .join('')
}

export function linkTo(address: string | null): {
  readonly href?: string
  readonly target?: string
  readonly rel?: string
} {
  return address === null ? {} : { href: address, target: '_blank', rel: 'noopener' }
}
