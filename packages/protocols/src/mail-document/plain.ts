import { addressFrom } from './address.ts'
import { parseInline, type Inline } from './inline.ts'
import { fillText, isLeftOut, textOfParts } from './leaves.ts'
import type { FilledPart, Variables } from './template.ts'
import type { Branch, Budget, RootBranch } from './tree.ts'

const RULE = '--'

/**
 * Writes the text part of a mail: a heading is a line, a button its label and its address, an image its alternative
 * text.
 */
export function writePlain(root: RootBranch, variables: Variables, budget: Budget): string {
  const fill = (text: string | null | undefined): FilledPart[] => fillText(text, variables, budget)
  const ofButtons = new Set<string>()

  const paragraphs = (branches: readonly Branch[]): string[] => branches.flatMap((branch) => paragraphsOf(branch))

  const paragraphsOf = ({ block, columns }: Branch): string[] => {
    budget.visit()
    switch (block.type) {
      case 'EmailLayout':
      case 'Container':
      case 'ColumnsContainer':
        return columns.flatMap(paragraphs)
      case 'Heading':
        return [textOfParts(fill(block.data.props?.text))]
      case 'Text': {
        const inlines = parseInline(fill(block.data.props?.text))
        // The HTML part repeats the address of a button for clients whose button fails. The text part has it below the
        // label.
        return ofButtons.has(loneAddressOf(inlines) ?? '') ? [] : [textOfInlines(inlines)]
      }
      case 'Button': {
        const { text, url } = block.data.props ?? {}
        if (isLeftOut(text, variables)) return []
        const address = addressFrom(fill(url))
        if (address !== null) ofButtons.add(address)
        return [[textOfParts(fill(text)), address ?? ''].filter(Boolean).join(':\n')]
      }
      case 'Image':
        return [textOfParts(fill(block.data.props?.alt))]
      case 'Divider':
        return [RULE]
      case 'Spacer':
        return []
    }
  }

  const written = paragraphs([root]).map((paragraph) => paragraph.trim())
  return budget.requireShort(
    `${written
      .filter((paragraph) => paragraph !== '')
      .join('\n\n')
      .replaceAll(`${RULE}\n\n`, `${RULE}\n`)}\n`,
  )
}

function textOfInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return textOfParts(inline.parts)
      const label = textOfInlines(inline.parts)
      if (inline.kind === 'bold' || inline.address === null || [label, `mailto:${label}`].includes(inline.address))
        return label
      return `${label} (${inline.address})`
    })
    .join('')
}

/** Returns the address of a text that shows nothing else, except for an introduction that ends with a colon. */
function loneAddressOf(inlines: readonly Inline[]): string | null {
  const link = inlines.at(-1)
  if (link?.kind !== 'link' || textOfInlines(link.parts) !== link.address) return null
  const introduction = textOfInlines(inlines.slice(0, -1)).trim()
  return /^(?:.*[:：])?$/u.test(introduction) ? link.address : null
}
