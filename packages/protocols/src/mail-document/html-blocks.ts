import { addressFrom, imageAddressFrom } from './address.ts'
import { blockTypes, type Block, type BlockOf, type Padding } from './block-types.ts'
import { readExtension } from './check-document.ts'
import { fill, linkTo, writeLine, writeText, type HtmlContext } from './html-text.ts'
import { isLeftOut, textOfParts } from './leaves.ts'
import { ARRANGING, box, element, escapeMarkup, openTag, pixels, styleOf, type Styles } from './markup.ts'
import type { Branch } from './tree.ts'

export const fonts = {
  MODERN_SANS: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  BOOK_SANS: "Optima, Candara, 'Noto Sans', source-sans-pro, sans-serif",
  ORGANIC_SANS: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
  GEOMETRIC_SANS: "Avenir, 'Avenir Next LT Pro', Montserrat, Corbel, 'URW Gothic', source-sans-pro, sans-serif",
  HEAVY_SANS: "Bahnschrift, 'DIN Alternate', 'Franklin Gothic Medium', 'Nimbus Sans Narrow', sans-serif",
  ROUNDED_SANS: "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, 'Arial Rounded MT Bold', sans-serif",
  MODERN_SERIF: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif",
  BOOK_SERIF: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, serif",
  MONOSPACE: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Nimbus Mono PS', 'Courier New', monospace",
} as const

const headingSizes = { h1: 32, h2: 24, h3: 20 } as const
const buttonPaddings = {
  'x-small': '4px 8px',
  small: '8px 12px',
  medium: '12px 20px',
  large: '16px 32px',
} as const
const buttonRadii = { rectangle: 0, rounded: 8, pill: 64 } as const

/** Blocks with more space at both sides lose some of it on a narrow screen. */
export const NARROW_PADDING = 20

export function writeBlocks(context: HtmlContext, branches: readonly Branch[] = []): string {
  return branches.map(({ block, columns }) => writeBlock(context, block, columns)).join('')
}

function writeBlock(context: HtmlContext, block: Block, columns: Branch['columns']): string {
  switch (block.type) {
    case 'EmailLayout':
      return ''
    case 'Container':
      return container(context, block, columns)
    case 'ColumnsContainer':
      return columnsContainer(context, block, columns)
    case 'Heading':
      return heading(context, block)
    case 'Text':
      return textBlock(context, block)
    case 'Button':
      return button(context, block)
    case 'Image':
      return image(context, block)
    case 'Divider':
      return divider(context, block)
    case 'Spacer':
      return frame(context, {}, element('div', { style: `height: ${block.data.props?.height ?? 16}px` }, ''))
  }
}

function container(context: HtmlContext, { data }: BlockOf<'Container'>, columns: Branch['columns']): string {
  return frame(context, data.style ?? {}, writeBlocks(context, columns[0]))
}

function columnsContainer(
  context: HtmlContext,
  { data: { props, style } }: BlockOf<'ColumnsContainer'>,
  columns: Branch['columns'],
): string {
  const gap = Math.max(0, props?.columnsGap ?? 0) / 2
  const cells = columns.map((branches, index) => {
    const cell = styleOf({
      'vertical-align': props?.contentAlignment ?? 'middle',
      'padding-left': pixels(index === 0 ? 0 : gap),
      'padding-right': pixels(index === columns.length - 1 ? 0 : gap),
      width: pixels(props?.fixedWidths?.[index]),
    })
    return element('td', { style: cell }, writeBlocks(context, branches))
  })
  const table = { ...ARRANGING, width: '100%', style: 'table-layout: fixed' }
  return frame(context, style ?? {}, element('table', table, element('tr', {}, cells.join(''))))
}

function heading(context: HtmlContext, { data: { props, style } }: BlockOf<'Heading'>): string {
  const level = props?.level ?? 'h2'
  const attributes = context.palette.colored(
    { margin: 0, 'font-size': pixels(headingSizes[level]), 'line-height': 1.3, ...letters(style, 'bold') },
    { color: style?.color },
  )
  return frame(context, style ?? {}, element(level, attributes, writeLine(context, props?.text)))
}

function textBlock(context: HtmlContext, { data: { props, style } }: BlockOf<'Text'>): string {
  if (isLeftOut(props?.text, context.variables)) return ''
  const letterSpacing = readExtension(blockTypes.Text.style.letterSpacing, style?.letterSpacing)
  const attributes = context.palette.colored(
    { 'font-size': pixels(style?.fontSize), 'letter-spacing': pixels(letterSpacing), ...letters(style) },
    { color: style?.color },
  )
  return frame(context, style ?? {}, element('div', attributes, writeText(context, props?.text, style?.color)))
}

function button(context: HtmlContext, { data: { props, style } }: BlockOf<'Button'>): string {
  const { palette } = context
  if (isLeftOut(props?.text, context.variables)) return ''
  const radius = { 'border-radius': pixels(buttonRadii[props?.buttonStyle ?? 'rounded']) }
  const background = props?.buttonBackgroundColor ?? '#999999'
  const { 'text-align': align, ...font } = letters(style, 'bold')
  const label = palette.colored(
    {
      display: 'inline-block',
      padding: buttonPaddings[props?.size ?? 'medium'],
      'font-size': pixels(style?.fontSize ?? 16),
      'line-height': 1.2,
      'text-decoration': 'none',
      ...radius,
      ...font,
    },
    { color: props?.buttonTextColor ?? '#FFFFFF' },
  )
  const link = { ...linkTo(addressFrom(fill(context, props?.url))), ...label }
  const table = box(
    { width: props?.fullWidth ? '100%' : undefined, style: 'border-collapse: separate; display: inline-table' },
    { ...palette.colored(radius, { 'background-color': background }), align: 'center', bgcolor: background },
    element('a', link, writeLine(context, props?.text)),
  )
  return frame(context, style ?? {}, element('div', { style: styleOf({ 'text-align': align }) }, table))
}

function image(context: HtmlContext, { data: { props, style } }: BlockOf<'Image'>): string {
  const { contentAlignment, height, linkHref, url, width } = props ?? {}
  const alt = textOfParts(fill(context, props?.alt))
  const address = imageAddressFrom(fill(context, url))
  const darkUrl = readExtension(blockTypes.Image.props.darkUrl, props?.darkUrl)
  const darkAddress = darkUrl === undefined ? null : imageAddressFrom(fill(context, darkUrl))
  const styles = {
    'max-width': '100%',
    width: pixels(width),
    height: pixels(height),
    border: 0,
    'vertical-align': contentAlignment ?? 'middle',
  }
  const write = (src: string, further: Styles, className?: string): string =>
    openTag('img', {
      ...{ src, alt: alt || ' ', width, height, class: className },
      style: styleOf({ ...styles, ...further }),
    })
  // A mail client without dark mode hides the dark image. Outlook needs its own property for that.
  const inDark = darkAddress !== null && darkAddress !== address
  const shown =
    address === null
      ? escapeMarkup(alt)
      : inDark
        ? write(address, {}, context.palette.shownIn('light')) +
          write(darkAddress, { display: 'none', 'mso-hide': 'all' }, context.palette.shownIn('dark'))
        : write(address, {})
  const target = addressFrom(fill(context, linkHref))
  const content = target === null ? shown : element('a', linkTo(target), shown)
  return frame(context, style ?? {}, element('div', { style: styleOf({ 'text-align': style?.textAlign }) }, content))
}

function divider(context: HtmlContext, { data: { props, style } }: BlockOf<'Divider'>): string {
  const line = context.palette.colored(
    { margin: 0, border: 'none', 'border-top': `${Math.max(0, props?.lineHeight ?? 1)}px solid` },
    { 'border-color': props?.lineColor ?? '#333333' },
  )
  return frame(context, style ?? {}, openTag('hr', line))
}

interface TextStyle {
  readonly fontFamily?: keyof typeof fonts | null
  readonly fontWeight?: string | null
  readonly textAlign?: string | null
}

function letters(style: TextStyle | null | undefined, defaultWeight?: 'bold'): Styles {
  return {
    'font-family': style?.fontFamily && fonts[style.fontFamily],
    'font-weight': style?.fontWeight ?? defaultWeight,
    'text-align': style?.textAlign,
  }
}

interface FrameStyle {
  readonly backgroundColor?: string | null
  readonly borderColor?: string | null
  readonly borderRadius?: number | null
  readonly padding?: Padding | null
}

/** Writes a block around its content. */
function frame({ budget, palette }: HtmlContext, style: FrameStyle, content: string): string {
  const { backgroundColor, borderColor, borderRadius, padding } = style
  const { bottom = 0, left = 0, right = 0, top = 0 } = padding ?? {}
  const cell = palette.colored(
    {
      padding: padding && [top, right, bottom, left].map(pixels).join(' '),
      border: borderColor && '1px solid',
      'border-radius': pixels(borderRadius),
    },
    { 'background-color': backgroundColor, 'border-color': borderColor },
  )
  const narrows = left > NARROW_PADDING && right > NARROW_PADDING ? 'side' : ''
  const classes = [cell.class, narrows].filter(Boolean).join(' ')
  // The content has been counted.
  budget.write(`${cell.style}${classes}${FRAME}`)
  return box({ width: '100%', style: 'border-collapse: separate' }, { ...cell, class: classes }, content)
}

/** The constant markup of a frame, to count its size. */
const FRAME = box({ width: '100%', style: 'border-collapse: separate' }, { class: ' ', style: ' ' }, '')
