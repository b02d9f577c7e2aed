import { blockTypes, type BlockField, type MailDocument } from '@portico/protocols/mail-document/block-types'

import { valueOf } from './document.ts'

const ofTexts = ['color', 'textColor', 'linkColor', 'buttonTextColor']

/** The colours that a document uses for its texts, or for everything else, in small letters. */
export function colorsOf(document: MailDocument, use: 'text' | 'ground'): string[] {
  const all = Object.values(document).flatMap((block) => {
    const groups: Readonly<Record<string, Readonly<Record<string, BlockField>>>> = blockTypes[block.type]
    return Object.entries(groups).flatMap(([group, fields]) =>
      Object.entries(fields).flatMap(([name, { kind }]) => {
        const value =
          kind === 'color' && ofTexts.includes(name) === (use === 'text') ? valueOf(block, group, name) : null
        return typeof value === 'string' ? [value.toLowerCase()] : []
      }),
    )
  })
  return [...new Set(all)]
}
