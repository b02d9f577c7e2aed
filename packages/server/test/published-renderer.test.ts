/**
 * Compares the text of mails with that of the published renderer, whose format owners and official clients write
 * (decision 058). `interop/email-builder` contains the package and its versions of React and Zod.
 */
import { createRequire } from 'node:module'

import { fontFamilies, type Block, type MailDocument } from '@portico/protocols/mail-document/block-types'
import { checkDocument } from '@portico/protocols/mail-document/check-document'
import { renderTemplate } from '@portico/protocols/mail-document/render'
import { fillTemplate, type Variables } from '@portico/protocols/mail-document/template'
import { describe, expect, test } from 'vitest'

import { languages, type Language } from '../src/language/languages.ts'
import { standardTemplate } from '../src/mails/render-mail.ts'
import { noBranding } from '../src/records/projects/branding.ts'
import { everyMail } from './every-mail.ts'

interface Published {
  renderToStaticMarkup(document: object, options: { rootBlockId: string }): string
}

const requirePublished = createRequire(new URL('../../../interop/email-builder/package.json', import.meta.url))
// Unchecked cast: the types of the package need its version of Zod.
const published = requirePublished('@usewaypoint/email-builder') as Published

const link = 'https://acme.example/verify?code=abc'

/** Returns the texts of both renderers. */
function textsOf(content: MailDocument, variables: Variables = {}): { ours: string; theirs: string } {
  const { html } = renderTemplate({ subject: 'Subject', content }, { variables, locale: 'en', direction: 'ltr' })
  return { ours: visibleText(html), theirs: visibleText(publishedHtml(content, variables)) }
}

/**
 * Our text blocks always contain Markdown, those of the published renderer only on request. The published renderer does
 * not replace placeholders.
 */
function publishedHtml(content: MailDocument, variables: Variables): string {
  const filled = JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string'
      ? fillTemplate(value, variables)
          .map((part) => (typeof part === 'string' ? part : part.value))
          .join('')
      : value,
  ) as Record<string, { type: string; data: { props?: object | null } }>
  for (const { data, type } of Object.values(filled)) {
    if (type === 'Text') data.props = { ...data.props, markdown: true }
  }
  return published.renderToStaticMarkup(filled, { rootBlockId: 'root' })
}

/** What a reader sees, with alternative texts in place of images and with folded spaces. */
function visibleText(html: string): string {
  const entities = { '&nbsp;': ' ', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#x27;': "'" }
  const shown = html
    .replaceAll(/<!--.*?-->|<head>.*?<\/head>|<div style="display: none[^>]*>.*?<\/div>/gs, '')
    .replaceAll(/<img[^>]* alt="([^"]*)"[^>]*>/g, ' $1 ')
    // Browsers number the items of lists.
    .replaceAll(/<ol>(.*?)<\/ol>/gs, (_, items: string) => {
      let number = 0
      return items.replaceAll('<li>', () => ` ${(number += 1)}. `)
    })
    .replaceAll(/<\/?(?:a|b|bdi|em|span|strong)(?: [^>]*)?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
  return Object.entries({ ...entities, '&amp;': '&' })
    .reduce((text, [entity, character]) => text.replaceAll(entity, character), shown)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function documentOf(blocks: Readonly<Record<string, Block>>, data: object = {}): MailDocument {
  return { root: { type: 'EmailLayout', data: { childrenIds: Object.keys(blocks), ...data } }, ...blocks }
}

const text = (written: string): Block => ({ type: 'Text', data: { props: { text: written } } })

describe.each(Object.keys(languages) as Language[])('the standard mails in %s', (language) => {
  test('have the text of the published renderer', () => {
    for (const content of everyMail({ name: 'Ada', link })) {
      const template = standardTemplate(content, { id: 'shop', displayName: 'Acme', branding: noBranding }, language)
      const names = [...JSON.stringify(template.content).matchAll(/\{\{ (\w+) \}\}/g)].map(([, name = '']) => name)
      const variables = Object.fromEntries(names.map((name) => [name, { value: `${link}&${name}`, isAddress: true }]))

      const { ours, theirs } = textsOf(template.content, variables)

      expect(ours).toBe(theirs)
      expect(ours.length).toBeGreaterThan(100)
    }
  })
})

const padding = { top: 1, bottom: 2, left: 3, right: 4 }
const letters = { fontFamily: 'BOOK_SERIF', fontWeight: 'bold', textAlign: 'center' } as const
const colors = { color: '#112233', backgroundColor: '#ddeeff' }

/** A complete block of each type. */
const complete = {
  Heading: {
    type: 'Heading',
    data: { props: { text: 'Welcome\nback', level: 'h1' }, style: { ...colors, ...letters, padding } },
  },
  Text: {
    type: 'Text',
    data: { props: { text: 'Open **now**.' }, style: { ...colors, ...letters, padding, fontSize: 14 } },
  },
  Button: {
    type: 'Button',
    data: {
      props: {
        ...{ text: 'Open', url: link, buttonBackgroundColor: '#112233', buttonTextColor: '#ffffff' },
        ...{ buttonStyle: 'pill', size: 'large', fullWidth: true },
      },
      style: { ...letters, backgroundColor: '#ddeeff', fontSize: 14, padding },
    },
  },
  Image: {
    type: 'Image',
    data: {
      props: {
        url: 'https://acme.example/a.png',
        alt: 'A loom',
        linkHref: link,
        width: 10,
        height: 20,
        contentAlignment: 'top',
      },
      style: { backgroundColor: '#ddeeff', padding, textAlign: 'right' },
    },
  },
  Divider: {
    type: 'Divider',
    data: { props: { lineColor: '#112233', lineHeight: 3 }, style: { backgroundColor: '#ddeeff', padding } },
  },
  Spacer: { type: 'Spacer', data: { props: { height: 5 } } },
  Container: {
    type: 'Container',
    data: {
      props: { childrenIds: ['inner', 'other'] },
      style: { backgroundColor: '#ddeeff', borderColor: '#112233', borderRadius: 4, padding },
    },
  },
  ColumnsContainer: {
    type: 'ColumnsContainer',
    data: {
      props: {
        ...{ fixedWidths: [100, null, 50], columnsCount: 3, columnsGap: 12, contentAlignment: 'bottom' },
        columns: [{ childrenIds: ['inner'] }, { childrenIds: ['other', 'inner'] }, { childrenIds: ['other'] }],
      },
      style: { backgroundColor: '#ddeeff', padding },
    },
  },
} as const satisfies Readonly<Record<Exclude<Block['type'], 'EmailLayout'>, Block>>

const { ColumnsContainer } = complete
const inner = { inner: text('First'), other: text('Second') }
/** A document with the block between two texts. */
const around = (block: Block): MailDocument => ({
  ...documentOf({ before: text('Before'), block, after: text('After') }),
  ...inner,
})

const documents: readonly (readonly [string, MailDocument])[] = [
  ['an empty document', documentOf({})],
  ...(['#112233', null] as const).map(
    (color) =>
      [
        `a layout with the colour ${color}`,
        documentOf(
          { a: text('a') },
          { backdropColor: color, canvasColor: color, textColor: color, borderColor: color },
        ),
      ] as const,
  ),
  ...fontFamilies.map(
    (fontFamily) => [`a layout with ${fontFamily}`, documentOf({ a: text('a') }, { fontFamily })] as const,
  ),
  ...Object.entries(complete).flatMap(([type, block]) => [
    [`${type} with all fields`, around(block)] as const,
    [`${type} without fields`, around({ type, data: {} } as Block)] as const,
    [`${type} with null`, around({ type, data: { style: null, props: null } } as Block)] as const,
  ]),
  ...([2, null] as const).map(
    (columnsCount) =>
      [
        `columns of the number ${columnsCount}`,
        around({ ...ColumnsContainer, data: { props: { ...ColumnsContainer.data.props, columnsCount } } }),
      ] as const,
  ),
  ...(['h1', 'h2', 'h3'] as const).map(
    (level) =>
      [`a heading ${level}`, around({ type: 'Heading', data: { props: { level, text: 'a <b> & "c"' } } })] as const,
  ),
  ...[
    'one\ntwo\n\nthree',
    `[Open](${link}) or **[open](${link})** or [**o**pen](${link}).`,
    `[${link}](${link})`,
    '**a** and **b c**',
    'a ** b',
    '[a] (b) [c](',
    'Tom & Jerry, 3 > 2, "quoted", it’s',
  ].map((written) => [`the text ${JSON.stringify(written)}`, around(text(written))] as const),
]

test.each(documents)('%s has the text of the published renderer', (_, content) => {
  const { ours, theirs } = textsOf(content)

  expect(checkDocument(content)).toEqual({ document: content })
  expect(ours).toBe(theirs)
})

describe('intended differences from the published renderer:', () => {
  test.each<[string, string, string, string]>([
    ['Markdown has links and bold text only', '# A _b_ `c` ~~d~~', '# A _b_ `c` ~~d~~', 'A b c d'],
    ['a list stays text', '- a\n- b', '- a - b', 'a b'],
    ['HTML in a text is shown', 'a <b>b</b> <i>c</i>', 'a <b>b</b> <i>c</i>', 'a b c'],
    ['an address ends at its first parenthesis', '[a](https://acme.example/(b))', 'a)', 'a'],
    ['spaces inside of asterisks do not matter', '** a **', 'a', '** a **'],
  ])('%s', (_, written, ours, theirs) => {
    expect(textsOf(documentOf({ a: text(written) }))).toEqual({ ours, theirs })
  })

  test.each(['ftp://acme.example', 'data:text/html,x', '//evil.example'])('the address %j is no link', (url) => {
    const content = documentOf({ a: { type: 'Button', data: { props: { text: 'Open', url } } } })
    const { html } = renderTemplate({ subject: '', content }, { variables: {}, locale: 'en', direction: 'ltr' })

    expect(publishedHtml(content, {})).toContain(`href="${url}"`)
    expect(html).not.toContain('href')
    expect(html).toContain('>Open</a>')
  })

  test('a child that does not exist is left out, and so is a layout inside of another', () => {
    const content = documentOf({ a: text('a') }, { childrenIds: ['gone', 'a', 'root2'] })
    const nested: MailDocument = { ...content, root2: { type: 'EmailLayout', data: { childrenIds: ['a'] } } }

    expect(() => publishedHtml(content, {})).toThrow(TypeError)
    expect(
      visibleText(
        renderTemplate({ subject: '', content: nested }, { variables: {}, locale: 'en', direction: 'ltr' }).html,
      ),
    ).toBe('a')
  })
})
