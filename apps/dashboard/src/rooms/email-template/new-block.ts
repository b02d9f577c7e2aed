import type { Block, BlockOf, BlockType, MailDocument } from '@portico/protocols/mail-document/block-types'

import type { TemplatesTexts } from '../../texts/en/templates.ts'

/** The blocks that a person can add, in the order of the menu. */
export const addedTypes = [
  'Text',
  'Heading',
  'Button',
  'Image',
  'Divider',
  'Spacer',
  'Container',
  'ColumnsContainer',
] as const satisfies readonly BlockType[]

type AddedType = (typeof addedTypes)[number]

const padding = { top: 0, bottom: 24, left: 40, right: 40 }

/** A new block that looks like the first one of its type in the document. */
export function newBlock(type: AddedType, document: MailDocument, link: string, t: TemplatesTexts['newTexts']): Block {
  const alike = Object.values(document).find((block) => block.type === type)
  const blocks: { readonly [Type in AddedType]: BlockOf<Type> } = {
    Text: { type: 'Text', data: { props: { text: t.text }, style: { padding, fontSize: 15 } } },
    Heading: { type: 'Heading', data: { props: { text: t.heading, level: 'h3' }, style: { padding } } },
    Button: {
      type: 'Button',
      data: { props: { text: t.button, url: `{{ ${link} }}`, buttonBackgroundColor: '#1b6f63' }, style: { padding } },
    },
    Image: { type: 'Image', data: { props: { url: '', alt: t.image }, style: { padding } } },
    Divider: { type: 'Divider', data: { style: { padding } } },
    Spacer: { type: 'Spacer', data: { props: { height: 24 } } },
    Container: { type: 'Container', data: { props: { childrenIds: [] } } },
    ColumnsContainer: {
      type: 'ColumnsContainer',
      data: {
        style: { padding },
        props: { columnsCount: 2, columnsGap: 16, columns: [0, 1, 2].map(() => ({ childrenIds: [] })) },
      },
    },
  }
  const block = blocks[type]
  if (!alike) return block
  const { props, style } = block.data as PartsOf
  const like = alike.data as PartsOf
  // Unchecked cast: both blocks have the same type.
  return { type, data: { style: like.style ?? style, props: { ...props, ...lookOf(like.props ?? {}) } } } as Block
}

interface PartsOf {
  readonly style?: object | null
  readonly props?: Readonly<Record<string, unknown>> | null
}

/** Colours and shapes, which a new block takes over. */
function lookOf(props: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const own = ['alt', 'childrenIds', 'columns', 'darkUrl', 'linkHref', 'text', 'url']
  return Object.fromEntries(Object.entries(props).filter(([name]) => !own.includes(name)))
}
