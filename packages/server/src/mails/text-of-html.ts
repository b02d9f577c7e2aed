import { compile, type FormatCallback } from 'html-to-text'

/** Deeper elements are left out. */
const DEPTH_MAX = 200

const altText: FormatCallback = ({ attribs }, _walk, builder) => builder.addInline(String(attribs?.['alt'] ?? ''))
const rule: FormatCallback = (_element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline('--')
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const isAddress = (href: string): boolean => /^(?:https?:|mailto:)/i.test(href)

const toText = compile({
  wordwrap: false,
  limits: { maxDepth: DEPTH_MAX },
  formatters: { altText, rule },
  selectors: [
    {
      selector: 'a',
      options: {
        linkBrackets: ['(', ')'],
        hideLinkHrefIfSameAsText: true,
        pathRewrite: (href: string) => (isAddress(href) ? href : ''),
      },
    },
    { selector: 'img', format: 'altText' },
    { selector: 'hr', format: 'rule' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['head', 'style', 'script', 'template'].map((selector) => ({ selector, format: 'skip' })),
  ],
})

/**
 * Writes the text part of a mail from its HTML part: a link as its label and address, an image as its alternative text.
 */
export function textOfHtml(html: string): string {
  const lines = toText(html).split('\n')
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? '' : `${text}\n`
}
