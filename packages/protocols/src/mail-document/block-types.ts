/** A field of a block, as the check reads it and an editor shows it. */
export type BlockField = (
  | {
      readonly kind:
        | 'text'
        | 'address'
        | 'color'
        | 'colorPairs'
        | 'padding'
        | 'boolean'
        | 'blocks'
        | 'columns'
        | 'widths'
    }
  | { readonly kind: 'number'; readonly atLeast?: number }
  | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] }
) & {
  /** The wire contract does not list the field. A wrong value is ignored instead of refused. */
  readonly isExtension?: true
}

export const fontFamilies = [
  'MODERN_SANS',
  'BOOK_SANS',
  'ORGANIC_SANS',
  'GEOMETRIC_SANS',
  'HEAVY_SANS',
  'ROUNDED_SANS',
  'MODERN_SERIF',
  'BOOK_SERIF',
  'MONOSPACE',
] as const

const text = { kind: 'text' } as const
const address = { kind: 'address' } as const
const color = { kind: 'color' } as const
const padding = { kind: 'padding' } as const
const flag = { kind: 'boolean' } as const
const blocks = { kind: 'blocks' } as const
const number = { kind: 'number' } as const
const positive = { kind: 'number', atLeast: 0 } as const
const fontFamily = { kind: 'choice', choices: fontFamilies } as const
const fontWeight = { kind: 'choice', choices: ['bold', 'normal'] } as const
const textAlign = { kind: 'choice', choices: ['left', 'center', 'right'] } as const
const contentAlignment = { kind: 'choice', choices: ['top', 'middle', 'bottom'] } as const

const ofHeading = { color, backgroundColor: color, fontFamily, fontWeight, textAlign, padding }

/**
 * The blocks of a document and their fields, in the format of `@usewaypoint/email-builder` 0.0.9. The fields of an
 * `EmailLayout` are directly in its data, those of the others in `style` and `props`. Every field is optional, except
 * the columns.
 */
export const blockTypes = {
  EmailLayout: {
    data: {
      backdropColor: color,
      canvasColor: color,
      textColor: color,
      fontFamily,
      childrenIds: blocks,
      linkColor: { ...color, isExtension: true },
      borderColor: { ...color, isExtension: true },
      borderRadius: { ...positive, isExtension: true },
      /** The colours of grounds and lines in dark mode, by those of the document. */
      darkColors: { kind: 'colorPairs', isExtension: true },
      darkTextColors: { kind: 'colorPairs', isExtension: true },
    },
  },
  Container: {
    style: { backgroundColor: color, borderColor: color, borderRadius: number, padding },
    props: { childrenIds: blocks },
  },
  ColumnsContainer: {
    style: { backgroundColor: color, padding },
    props: {
      fixedWidths: { kind: 'widths' },
      columnsCount: { kind: 'choice', choices: [2, 3] },
      columnsGap: number,
      contentAlignment,
      columns: { kind: 'columns' },
    },
  },
  Heading: { style: ofHeading, props: { text, level: { kind: 'choice', choices: ['h1', 'h2', 'h3'] } } },
  Text: {
    style: { ...ofHeading, fontSize: positive, letterSpacing: { ...positive, isExtension: true } },
    props: { text },
  },
  Button: {
    style: { backgroundColor: color, fontSize: positive, fontFamily, fontWeight, textAlign, padding },
    props: {
      text,
      url: address,
      buttonBackgroundColor: color,
      buttonTextColor: color,
      buttonStyle: { kind: 'choice', choices: ['rectangle', 'pill', 'rounded'] },
      size: { kind: 'choice', choices: ['x-small', 'small', 'medium', 'large'] },
      fullWidth: flag,
    },
  },
  Image: {
    style: { padding, backgroundColor: color, textAlign },
    props: {
      url: address,
      darkUrl: { ...address, isExtension: true },
      alt: text,
      linkHref: address,
      width: number,
      height: number,
      contentAlignment,
    },
  },
  Divider: { style: { backgroundColor: color, padding }, props: { lineColor: color, lineHeight: number } },
  Spacer: { props: { height: positive } },
} as const satisfies Readonly<Record<string, Partial<Record<'data' | 'style' | 'props', BlockFields>>>>

type BlockFields = Readonly<Record<string, BlockField>>

export type BlockType = keyof typeof blockTypes

export interface Padding {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

type ValueOf<Field> = Field extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Field extends { readonly kind: infer Kind }
    ? {
        text: string
        address: string
        color: string
        colorPairs: Readonly<Record<string, string>>
        padding: Padding
        boolean: boolean
        number: number
        blocks: readonly string[]
        columns: readonly { readonly childrenIds: readonly string[] }[]
        widths: readonly (number | null)[]
      }[Kind & FieldKind]
    : never

type FieldKind = Exclude<BlockField['kind'], 'choice'>

type ValuesOf<Fields> = { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> | null }

type DataOf<Type> = Type extends { readonly data: infer Fields }
  ? ValuesOf<Fields>
  : { readonly [Group in keyof Type]?: ValuesOf<Type[Group]> | null }

/** A block that has passed the check. */
export type Block = {
  readonly [Type in BlockType]: { readonly type: Type; readonly data: DataOf<(typeof blockTypes)[Type]> }
}[BlockType]

export type BlockOf<Type extends BlockType> = Extract<Block, { readonly type: Type }>

/** Blocks by their ids. The block `root` is an `EmailLayout` and contains the others. */
export type MailDocument = Readonly<Record<string, Block>>
