import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Block, MailDocument } from './block-types.ts'
import { checkDocument } from './check-document.ts'
import { renderTemplate, type RenderedTemplate } from './render.ts'
import { composeVariable, type Variables } from './template.ts'
import { UnrenderableDocument } from './tree.ts'

const variables: Variables = {
  link: { value: 'https://acme.example/verify?code=abc', isAddress: true },
  name: { value: 'Ada', isChosen: true },
  empty: { value: '' },
}

function documentOf(blocks: Readonly<Record<string, Block>>, data: object = {}): MailDocument {
  return { root: { type: 'EmailLayout', data: { childrenIds: Object.keys(blocks), ...data } }, ...blocks }
}

function render(content: MailDocument, given = variables, subject = 'Hello {{ name }}'): RenderedTemplate {
  return renderTemplate({ subject, content }, { variables: given, locale: 'en', direction: 'ltr' })
}

function renderRightToLeft(content: MailDocument, given: Variables): RenderedTemplate {
  return renderTemplate({ subject: '', content }, { variables: given, locale: 'ar', direction: 'rtl' })
}

const text = (value: string): Block => ({ type: 'Text', data: { props: { text: value } } })
const textPart = (value: string): string => render(documentOf({ a: text(value) })).text

describe('placeholders', () => {
  test.each([
    ['Dear {{ name }},', 'Dear Ada,'],
    ['{{name}}{{ unknown }}', 'Ada'],
    ['{{#if name}}Dear {{ name }}{{/if}}{{#if empty}}nobody{{/if}}!', 'Dear Ada!'],
    ['{{#if name}}{{#if empty}}no{{/if}}yes{{/if}}', 'yes'],
    ['{{#if name}}never closed', '{{#if name}}never closed'],
    ['{{/if}} {{ name }}', '{{/if}} {{ name }}'],
    ['{{#each name}}x{{/each}}', '{{#each name}}x{{/each}}'],
    ['{{ constructor }}{{ __proto__ }}.', '.'],
  ])('in %j are %j', (template, expected) => {
    expect(textPart(template)).toBe(`${expected}\n`)
  })

  test.each([
    ['empty', ''],
    ['link', 'Open:\nhttps://acme.example/verify?code=abc\n\nNow'],
  ])('in a condition about "%s" leave out the text and the button that depend on it', (name, expected) => {
    const whole = (written: string): string => `{{#if ${name}}}${written}{{/if}}`
    const button = { text: whole('Open'), url: '{{ link }}' }
    const content = documentOf({ a: { type: 'Button', data: { props: button } }, b: text(whole('Now')) })

    const mail = render(content)

    expect(mail.text).toBe(`${expected}\n`)
    // A frame without content renders nothing.
    if (expected === '') expect(mail.html).toBe(render(documentOf({})).html)
  })

  test('that are values are no placeholders', () => {
    const { html, subject, text } = render(
      documentOf({ a: { type: 'Heading', data: { props: { text: '{{ name }}' } } } }),
      {
        name: { value: '{{ link }}{{#if x}}' },
      },
    )

    for (const part of [html, subject, text]) expect(part).toContain('{{ link }}{{#if x}}')
  })
})

describe('Markdown of a text', () => {
  test.each([
    ['Open **now**.', 'Open <strong>now</strong>.', 'Open now.'],
    ['[Open]({{ link }})', '>Open</a>', 'Open (https://acme.example/verify?code=abc)'],
    ['[{{ link }}]({{ link }})', 'href="https://acme.example/verify?code=abc"', 'https://acme.example/verify?code=abc'],
    ['**[Open](https://acme.example)**', '<strong><a href="https://acme.example"', 'Open (https://acme.example)'],
    ['[**Open** now](https://acme.example)', '><strong>Open</strong> now</a>', 'Open now (https://acme.example)'],
    ['[a] (b) ** [c](', '[a] (b) ** [c](', '[a] (b) ** [c]('],
    ['[x](javascript:alert(1))', '>x)<', 'x)'],
    ['one\ntwo', 'one<br>two', 'one\ntwo'],
  ])('%j becomes an element', (source, inHtml, inText) => {
    const { html, text: plain } = render(documentOf({ a: text(source) }))

    expect(html).toContain(inHtml)
    expect(plain).toBe(`${inText}\n`)
  })

  test('in a composed value stays text, whose names are isolated and whose lines stay', () => {
    const inner = { name: { value: '[x](https://evil.example)\n**y**', isChosen: true } }
    const words = composeVariable('**Changed**\nby {{ name }}.', inner)

    const { html, subject, text: plain } = render(documentOf({ a: text('{{ words }}') }), { words }, '{{ words }}')

    expect(html).toContain('**Changed**<br>by <bdi>[x](https://evil.example) **y**</bdi>.')
    expect(plain).toBe('**Changed**\nby [x](https://evil.example) **y**.\n')
    expect(subject).toBe('**Changed** by [x](https://evil.example) **y**.')
  })

  test('in a mail from right to left has codes and addresses from left to right', () => {
    const given = { ...variables, code: { value: '7K-3', isLeftToRight: true } }
    const content = documentOf({ a: text('{{ name }} {{ code }} [{{ link }}]({{ link }})') })

    const [one, other] = [render(content, given), renderRightToLeft(content, given)]

    expect(one.html).toContain('<bdi>Ada</bdi> 7K-3 <a href="https://acme.example/verify?code=abc"')
    expect(one.html).toContain('>https://acme.example/verify?code=abc</a>')
    expect(other.html).toContain(
      '<bdi>Ada</bdi> <bdi dir="ltr">7K-3</bdi> <a href="https://acme.example/verify?code=abc"',
    )
    expect(other.html).toContain('><bdi dir="ltr">https://acme.example/verify?code=abc</bdi></a>')
    expect(other.text).toBe(one.text)
  })

  test('in a value stays text', () => {
    const { html, text: plain } = render(documentOf({ a: text('Hello {{ name }}!') }), {
      name: { value: '[Verify now](https://evil.example) **x**' },
    })

    expect(html).not.toMatch(/<a |<strong/)
    expect(plain).toBe('Hello [Verify now](https://evil.example) **x**!\n')
  })
})

describe('an address', () => {
  const hrefOf = (url: string, given = variables): string | undefined =>
    /href="([^"]*)"/.exec(
      render(documentOf({ a: { type: 'Button', data: { props: { text: 'Go', url } } } }), given).html,
    )?.[1]

  test.each([
    ['{{ link }}', 'https://acme.example/verify?code=abc'],
    ['mailto:help@acme.example', 'mailto:help@acme.example'],
    ['https://acme.example/?for={{ name }}', 'https://acme.example/?for=Ada'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//evil.example', undefined],
    ['', undefined],
  ])('%j becomes %j', (url, expected) => {
    expect(hrefOf(url)).toBe(expected)
  })

  test('has no value that names the host or adds a parameter', () => {
    const given = { name: { value: 'https://evil.example/?a=b&c#d', isChosen: true } }

    expect(hrefOf('{{ name }}', given)).toBeUndefined()
    expect(hrefOf('https://acme.example/?for={{ name }}', given)).toBe(
      'https://acme.example/?for=https%3A%2F%2Fevil.example%2F%3Fa%3Db%26c%23d',
    )
  })

  test.each(['https://{{ name }}', 'https://{{ name }}/', 'https://acme.example{{ name }}', 'https:{{ name }}'])(
    'of which a value would be a part of the host is none: %j',
    (url) => {
      for (const value of ['evil.example', '.evil.example', '//evil.example', '@evil.example']) {
        expect(hrefOf(url, { name: { value } })).toBeUndefined()
      }
    },
  )
})

describe('the text part', () => {
  test('has a line for each kind of block', () => {
    const content = documentOf({
      heading: { type: 'Heading', data: { props: { text: 'Welcome' } } },
      button: { type: 'Button', data: { props: { text: 'Open', url: '{{ link }}' } } },
      again: text('If the button does not work, open this address:\n[{{ link }}]({{ link }})'),
      image: { type: 'Image', data: { props: { url: 'https://acme.example/a.png', alt: 'A loom' } } },
      spacer: { type: 'Spacer', data: {} },
      rule: { type: 'Divider', data: {} },
      end: text('Sent by Acme.'),
    })

    expect(render(content).text).toBe(
      'Welcome\n\nOpen:\nhttps://acme.example/verify?code=abc\n\nA loom\n\n--\nSent by Acme.\n',
    )
  })

  test('keeps every other sentence beside the address of a button', () => {
    const link = '[{{ link }}]({{ link }})'
    const content = documentOf({
      button: { type: 'Button', data: { props: { text: 'Open', url: '{{ link }}' } } },
      before: text(`The link works once.\n${link}`),
      after: text(`Address: ${link} works once.`),
    })

    const plain = render(content).text

    expect(plain).toContain('The link works once.\nhttps://acme.example/verify?code=abc\n')
    expect(plain).toContain('Address: https://acme.example/verify?code=abc works once.')
  })
})

describe('dark mode', () => {
  const colored: Block = { type: 'Text', data: { style: { color: '#111111' }, props: { text: 'x' } } }
  const colors = { backdropColor: '#EEEEEE', canvasColor: '#FFFFFF', textColor: '#111111' }
  const dark = {
    darkColors: { '#eeeeee': '#000000', '#ffffff': '#101010' },
    darkTextColors: { '#111111': '#fafafa' },
  }

  test('exists if every colour has a partner', () => {
    const { html } = render(documentOf({ colored }, { ...colors, ...dark }))

    expect(html).toContain('content="light dark"')
    expect(html).toMatch(/prefers-color-scheme: dark\) \{\n\.c0 \{ color: #fafafa !important; \}/)
  })

  test.each([
    ['dark', '@media all {'],
    ['light', '@media not all {'],
  ] as const)('of a preview is only %s', (scheme, rule) => {
    const content = documentOf({ colored }, { ...colors, ...dark })
    const { html } = renderTemplate({ subject: '', content }, { variables, locale: 'en', direction: 'ltr', scheme })

    expect(html).toContain(`name="color-scheme" content="${scheme}"`)
    expect(html).toContain(rule)
  })

  test.each([
    ['a colour has none', { ...colors, textColor: '#123456', ...dark }],
    ['the pairs are wrong', { ...colors, darkColors: { '#eeeeee': 'red; } </style>' } }],
    ['there are no pairs', colors],
  ])('does not exist if %s', (_, data) => {
    const { html } = render(documentOf({ colored }, data))

    expect(html).toContain('content="light only"')
    expect(html).not.toContain('prefers-color-scheme')
  })
})

test.each([
  ['ko', 'word-break: keep-all'],
  ['ko-KR', 'word-break: keep-all'],
  ['en', undefined],
])('lines in %s break where its readers expect', (locale, declaration) => {
  const { html } = renderTemplate({ subject: '', content: documentOf({}) }, { variables, locale, direction: 'ltr' })

  expect(/word-break: [\w-]+/.exec(html)?.[0]).toBe(declaration)
})

describe('a document', () => {
  const container = (...childrenIds: string[]): Block => ({ type: 'Container', data: { props: { childrenIds } } })
  const many = (count: number, block: Block): MailDocument =>
    documentOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}`, block])))
  const doubling = Object.fromEntries(
    Array.from({ length: 7 }, (_, level) => [`l${level}`, container(...Array<string>(8).fill(`l${level + 1}`))]),
  )

  test.each<[string, MailDocument]>([
    ['no_root', { a: text('x') }],
    ['no_root', { root: text('x') }],
    ['circle', documentOf({ a: container('b'), b: container('a') })],
    ['too_many_blocks', many(301, text('x'))],
    [
      'too_deep',
      documentOf(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, container(`c${at + 1}`)]))),
    ],
    ['too_many_nodes', documentOf(doubling)],
    ['too_long', documentOf({ a: container(...Array<string>(200).fill('t')), t: text('&'.repeat(9_000)) })],
    ...[
      { url: `https://acme.example/?${'&'.repeat(80_000)}` },
      { alt: 'x'.repeat(80_000) },
      { alt: '{{ link }}'.repeat(2_000) },
      { alt: `{{#if empty}}${'x['.repeat(40_000)}{{/if}}` },
    ].map((props): [string, MailDocument] => [
      'too_long',
      documentOf({ a: container(...Array<string>(3_000).fill('i')), i: { type: 'Image', data: { props } } }),
    ]),
  ])('is refused: %s', (reason, content) => {
    expect(() => render(content)).toThrow(expect.objectContaining({ reason }))
  })

  test('leaves out children that do not exist', () => {
    expect(render(documentOf({ a: container('gone', 'constructor', 't'), t: text('x') })).text).toBe('x\n\nx\n')
  })
})

describe('any document that passes the check', () => {
  const ids = fc.array(fc.constantFrom('root', 'a', 'b', 'c', 'd', 'missing', '__proto__'), { maxLength: 12 })
  const json = fc.jsonValue({ maxDepth: 1 })
  const style = fc.dictionary(fc.constantFrom('padding', 'color', 'fontSize', 'textAlign', 'x'), json, { maxKeys: 1 })
  const columns = fc.array(fc.record({ childrenIds: ids }), { minLength: 3, maxLength: 3 })
  const long = fc.constantFrom(...['&', '{{ link }}', '[x]({{ link }})', '{{#if empty}}x{{/if}}'].map(repeated))
  const text = fc.oneof({ weight: 4, arbitrary: fc.string() }, long)
  const url = fc.oneof({ weight: 4, arbitrary: fc.webUrl() }, fc.constant(`https://acme.example/${repeated('&')}`))
  const props = fc.record(
    { text, url, alt: text, level: json, childrenIds: ids, columns },
    { requiredKeys: ['columns'] },
  )
  const data = fc.record({ childrenIds: ids, style, props }, { requiredKeys: ['props'] })
  const type = fc.constantFrom(
    'Container',
    'ColumnsContainer',
    'Heading',
    'Text',
    'Button',
    'Image',
    'Divider',
    'Spacer',
  )
  const block = fc.record({ type, data })
  const root = fc.record({ type: fc.constant('EmailLayout'), data })
  const document = fc.record({ root, a: block, b: block, c: block, d: block }, { requiredKeys: ['root'] })

  function repeated(part: string): string {
    return part.repeat(20_000 / part.length)
  }

  test('is rendered with at most 10,000 blocks and 1 MB, or refused, and nothing else happens', () => {
    const results = { rendered: 0, refused: 0 }
    fc.assert(
      fc.property(document, (content) => {
        const checked = checkDocument(content)
        if ('problem' in checked) return
        try {
          const { html, text: plain } = render(checked.document)
          results.rendered += 1
          for (const part of [html, plain]) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_000_000)
          expect(html.split('<table').length).toBeLessThan(10_000)
        } catch (error) {
          if (!(error instanceof UnrenderableDocument)) throw error
          results.refused += 1
        }
      }),
      { numRuns: 500 },
    )
    expect(results.rendered).toBeGreaterThan(20)
    expect(results.refused).toBeGreaterThan(20)
  })
})

describe('any value of a variable', () => {
  const content = documentOf({
    heading: { type: 'Heading', data: { props: { text: 'Hi {{ name }}' } } },
    text: text(
      '**{{ name }}** [{{ name }}]({{ link }}) [x](https://acme.example/{{ name }}) {{#if name}}{{ name }}{{/if}} {{ words }}',
    ),
    button: { type: 'Button', data: { props: { text: '{{ name }}', url: '{{ link }}' } } },
    image: { type: 'Image', data: { props: { url: 'https://acme.example/{{ name }}.png', alt: '{{ name }}' } } },
  })
  const hostile = fc.constantFrom(
    '<b>',
    '"',
    "'",
    '**',
    '[x](https://evil.example)',
    '](',
    ')',
    '\r\nBcc: eve@evil.example',
    '\u202e',
    '\u2066',
    '{{ link }}',
    '{{#if name}}',
    '&',
    ' ',
    'javascript:',
    '\ud800',
  )
  const value = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { minLength: 1 })
    .map((parts) => `A${parts.join('')}`)

  /** The elements and attributes of a mail, and the hosts of its URLs. */
  const structureOf = (html: string): unknown => ({
    tags: [...html.matchAll(/<\/?[a-z!][^\s>]*/gu)].map(([tag]) => tag),
    attributes: [...html.matchAll(/\s[a-z-]+="/gu)].length,
    hosts: [...html.matchAll(/(?:href|src)="([a-z]+:\/\/[^/"]*)/gu)].map(([, host]) => host),
  })

  test('adds no element, attribute, link or line of a header', () => {
    const renderFor = (named: string): RenderedTemplate => {
      const given = { ...variables, name: { value: named, isChosen: true } }
      return render(content, { ...given, words: composeVariable('Changed by {{ name }}', given) })
    }
    const harmless = structureOf(renderFor('Ada').html)
    fc.assert(
      fc.property(value, (named) => {
        const { html, subject } = renderFor(named)

        expect(structureOf(html)).toEqual(harmless)
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('an image of the mail itself', () => {
  const images = { ...variables, logo: { value: 'cid:logo@acme', isImage: true } }
  const withImage = (props: object): MailDocument => documentOf({ a: { type: 'Image', data: { props } } })

  test('is shown where its placeholder is the whole address', () => {
    expect(render(withImage({ url: '{{ logo }}', alt: 'Acme' }), images).html).toContain(
      'src="cid:logo@acme" alt="Acme"',
    )
    expect(render(withImage({ url: '{{ logo }}?x', alt: 'Acme' }), images).html).not.toContain('<img')
    expect(render(withImage({ url: 'cid:logo@acme', alt: 'Acme' }), images).html).not.toContain('<img')
  })

  test('is no address for a link', () => {
    const { html } = render(documentOf({ a: text('[Open]({{ logo }})') }), images)

    expect(html).not.toContain('href')
  })

  test('can have another one in dark mode, if the mail has one', () => {
    const props = { url: '{{ logo }}', darkUrl: 'https://acme.example/dark.png', alt: '' }
    const colors = { backdropColor: '#ffffff', canvasColor: '#ffffff', textColor: '#000000' }
    const pairs = { darkColors: { '#ffffff': '#000000' }, darkTextColors: { '#000000': '#ffffff' } }
    const image: Block = { type: 'Image', data: { props } }

    const { html: withDark } = render(documentOf({ image }, { ...colors, ...pairs }), images)
    const { html: withoutDark } = render(documentOf({ image }, colors), images)

    expect(withDark).toContain('.on-light { display: none !important; }\n.on-dark { display: inline !important; }')
    expect(withDark).toMatch(
      /<img src="https:\/\/acme\.example\/dark\.png"[^>]* class="on-dark" style="[^"]*display: none/,
    )
    expect(withoutDark).not.toContain('.on-dark')
  })
})

test('links have the colour of the mail, or else that of their text', () => {
  const linked: Block = { type: 'Text', data: { props: { text: '[Open]({{ link }})' }, style: { color: '#333333' } } }

  expect(render(documentOf({ linked }, { linkColor: '#1b6f63' })).html).toMatch(/<a [^>]*style="color: #1b6f63"/)
  expect(render(documentOf({ linked })).html).toMatch(/<a [^>]*style="color: #333333"/)
})

test('the text part has the address of a mailbox once', () => {
  const mailbox = {
    address: { value: 'help@acme.example' },
    mailto: { value: 'mailto:help@acme.example', isAddress: true },
  }

  expect(render(documentOf({ a: text('Help: [{{ address }}]({{ mailto }})') }), mailbox).text).toBe(
    'Help: help@acme.example\n',
  )
})
