import { blockTypes, type BlockOf } from './block-types.ts'
import { readExtension } from './check-document.ts'
import { fonts, NARROW_PADDING, writeBlocks } from './html-blocks.ts'
import { box, element, escapeMarkup, openTag, pixels } from './markup.ts'
import { Palette } from './palette.ts'
import type { Variables } from './template.ts'
import type { Budget, RootBranch } from './tree.ts'

const WIDTH = 560

interface Page {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly subject: string
  readonly variables: Variables
  readonly scheme?: ColorScheme | undefined
}

export type ColorScheme = 'light' | 'dark'

/** Writes the HTML part of a mail. Mail clients know tables and inline styles only. */
export function writeHtml({ block, columns }: RootBranch, page: Page, budget: Budget): string {
  const { direction, locale, scheme, subject, variables } = page
  const palette = new Palette(block)
  const linkColor = readExtension(blockTypes.EmailLayout.data.linkColor, block.data.linkColor)
  const content = writeBlocks({ direction, variables, palette, linkColor, budget }, columns[0])
  const backdrop = palette.colored(
    { margin: 0, padding: 0 },
    { 'background-color': block.data.backdropColor ?? '#F5F5F5' },
  )
  // Inboxes show the beginning of a mail after its subject.
  const preview = element('div', { style: 'display: none; max-height: 0; overflow: hidden' }, escapeMarkup(subject))
  const body = box(
    { ...backdrop, dir: direction, width: '100%' },
    { align: 'center', class: 'outer', style: 'padding: 40px 16px' },
    canvas(block, page, palette, content),
  )
  const html = element(
    'html',
    { lang: locale, dir: direction },
    `\n${head(subject, palette, scheme)}\n${element('body', backdrop, `${preview}${body}`)}\n`,
  )
  return budget.requireShort(`<!doctype html>\n${html}\n`)
}

/** Korean lines break between words, as its readers expect. The default breaks them between any two syllables. */
const isKorean = (locale: string): boolean => locale === 'ko' || locale.startsWith('ko-')

function canvas(
  { data }: BlockOf<'EmailLayout'>,
  { direction, locale }: Page,
  palette: Palette,
  content: string,
): string {
  const fields = blockTypes.EmailLayout.data
  const borderColor = readExtension(fields.borderColor, data.borderColor)
  const card = palette.colored(
    {
      border: borderColor && '1px solid',
      'border-radius': pixels(readExtension(fields.borderRadius, data.borderRadius)),
      'border-collapse': 'separate',
      width: '100%',
      'max-width': pixels(WIDTH),
    },
    { 'background-color': data.canvasColor ?? '#FFFFFF', 'border-color': borderColor },
  )
  const text = palette.colored(
    {
      'font-family': fonts[data.fontFamily ?? 'MODERN_SANS'],
      'font-size': '16px',
      'line-height': 1.5,
      'overflow-wrap': 'anywhere',
      'word-break': isKorean(locale) ? 'keep-all' : undefined,
    },
    { color: data.textColor ?? '#262626' },
  )
  const cell = { ...text, align: direction === 'rtl' ? 'right' : 'left' }
  return box({ ...card, class: `canvas ${card.class}`.trim(), width: WIDTH }, cell, content)
}

const BOTH_SCHEMES = 'light dark'

/** Whether a rendered mail has a dark mode. */
export function hasDarkMode(html: string): boolean {
  return html.includes(openTag('meta', { name: 'color-scheme', content: BOTH_SCHEMES }))
}

const NARROW = `@media (max-width: 600px) {
.canvas { border: 0 !important; border-radius: 0 !important; }
.outer { padding: 0 !important; }
.side { padding-left: ${NARROW_PADDING}px !important; padding-right: ${NARROW_PADDING}px !important; }
}`

/**
 * @param palette complete only after the body is written: it then knows whether each of its colours has a dark one
 * @param only the colour scheme of a preview
 */
function head(subject: string, palette: Palette, only: ColorScheme | undefined): string {
  const scheme = palette.hasDarkMode ? (only ?? BOTH_SCHEMES) : 'light only'
  const isDark = only === undefined ? '(prefers-color-scheme: dark)' : only === 'dark' ? 'all' : 'not all'
  const dark = palette.hasDarkMode ? `\n@media ${isDark} {\n${palette.darkRules}\n}` : ''
  const lines = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    openTag('meta', { name: 'color-scheme', content: scheme }),
    openTag('meta', { name: 'supported-color-schemes', content: scheme }),
    element('title', {}, escapeMarkup(subject)),
    `<style>\n:root { color-scheme: ${scheme}; supported-color-schemes: ${scheme}; }\n${NARROW}${dark}\n</style>`,
  ]
  return element('head', {}, `\n${lines.join('\n')}\n`)
}
