// Not a parser of all of HTML, which mails do not need: the text part is for clients without HTML and for spam filters. It reads each
// character a bounded number of times, whatever the HTML is.

/** Elements whose content is no text of the mail. */
const HIDDEN = new Set(['head', 'script', 'style', 'title'])
/** Elements that begin and end a paragraph. */
const PARAGRAPHS = /^(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre|figure)$/
/** Elements that begin and end a line. */
const LINES = /^(?:div|tr|li|dt|dd|caption|section|article|aside|header|footer|main|nav|center|address|form|body|html)$/

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
  /** The position after it. */
  readonly end: number
}

/** Writes the text part of a mail from its HTML part: paragraphs and lists as lines, a link as its label and address, an image as its alternative text. */
export function textOfHtml(html: string): string {
  const writer = new PlainWriter()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    writer.write(decode(html.slice(at, open === -1 ? html.length : open)))
    if (open === -1) break
    at = skipComment(html, open) ?? readElement(html, open, writer)
  }
  return writer.finish()
}

/** Returns the position after a comment or a declaration that begins here; null if none does. */
function skipComment(html: string, open: number): number | null {
  if (html.startsWith('<!--', open)) return endOf(html, '-->', open + 4)
  return /^<[!?]/.test(html.slice(open, open + 2)) ? endOf(html, '>', open) : null
}

/** Reads a tag, or an element that is hidden. A lone bracket is text. */
function readElement(html: string, open: number, writer: PlainWriter): number {
  const tag = readTag(html, open)
  if (!tag) {
    writer.write('<')
    return open + 1
  }
  if (!tag.isEnd && HIDDEN.has(tag.name)) return endOfElement(html, tag)
  writer.element(tag)
  return tag.end
}

/** The position after a text, or that of the end without it, as browsers read an unclosed comment. */
function endOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}

function readTag(html: string, open: number): Tag | null {
  const [start, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 40)) ?? []
  if (start === undefined || name === undefined) return null
  const from = open + start.length
  let at = from
  let before = ''
  while (at < html.length && html[at] !== '>') {
    const character = html.charAt(at)
    // A value in quotation marks can contain the end of a tag.
    if ((character === '"' || character === "'") && before === '=') at = endOf(html, character, at + 1)
    else at += 1
    if (character.trim() !== '') before = character
  }
  return { name: name.toLowerCase(), isEnd: slash === '/', attributes: html.slice(from, at), end: at + 1 }
}

function endOfElement(html: string, { end, name }: Tag): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = end
  const found = closing.exec(html)
  return found ? endOf(html, '>', found.index) : html.length
}

function attributeOf({ attributes }: Tag, name: 'href' | 'alt'): string {
  const [, doubled, single, plain] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes) ?? []
  return decode(doubled ?? single ?? plain ?? '').trim()
}

/** Collects text with the breaks between its lines. */
class PlainWriter {
  readonly #pieces: string[] = []
  /** Line breaks before the next text. */
  #breaks = 0
  #hasSpace = false
  #link: { readonly address: string; label: string } | null = null

  write(text: string): void {
    const words = text.replaceAll(/\s+/g, ' ')
    if (words === ' ' || words === '') {
      this.#hasSpace ||= words === ' '
      return
    }
    const isInner = this.#pieces.length > 0
    const hasSpace = this.#hasSpace || words.startsWith(' ')
    this.#pieces.push(isInner ? '\n'.repeat(this.#breaks) || (hasSpace ? ' ' : '') : '', words.trim())
    if (this.#link) this.#link.label += words
    this.#breaks = 0
    this.#hasSpace = words.endsWith(' ')
  }

  element(tag: Tag): void {
    const { isEnd, name } = tag
    if (name === 'br') this.#breaks += 1
    else if (name === 'hr') this.#writeRule()
    else if (name === 'a') this.#writeLink(tag)
    else if (name === 'img' && !isEnd) this.write(attributeOf(tag, 'alt'))
    else if (name === 'td' || name === 'th') this.#hasSpace = true
    else if (PARAGRAPHS.test(name)) this.#breakLines(2)
    else if (LINES.test(name)) this.#breakLines(1)
    if (name === 'li' && !isEnd) this.write('- ')
  }

  finish(): string {
    this.#endLink()
    const text = this.#pieces.join('').replaceAll(/\n{3,}/g, '\n\n')
    return text === '' ? '' : `${text}\n`
  }

  #breakLines(count: number): void {
    this.#breaks = Math.max(this.#breaks, count)
    this.#hasSpace = false
  }

  #writeRule(): void {
    this.#breakLines(2)
    this.write('--')
    this.#breakLines(1)
  }

  #writeLink(tag: Tag): void {
    this.#endLink()
    const address = tag.isEnd ? '' : attributeOf(tag, 'href')
    if (/^(?:https?:|mailto:)/i.test(address)) this.#link = { address, label: '' }
  }

  /** A label that is the address itself needs no second one. */
  #endLink(): void {
    const { address, label } = this.#link ?? { address: '', label: '' }
    this.#link = null
    if (address !== '' && label.trim() !== address) this.write(label.trim() === '' ? address : ` (${address})`)
  }
}

/** The references that mails use. Others stay as they are. */
const references: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{ shy: '', zwnj: '', zwj: '', ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', sect: '§' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{
    lsaquo: '‹',
    rsaquo: '›',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    deg: '°',
  },
  ...{ times: '×', larr: '←', rarr: '→', check: '✓', auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü' },
  ...{
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    ecirc: 'ê',
    agrave: 'à',
    acirc: 'â',
    ccedil: 'ç',
    ntilde: 'ñ',
    oslash: 'ø',
  },
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(references, name) ? (references[String(name)] ?? '') : reference
    return characterOf(decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal))
  })
}

/** A control character or a half of a pair is no text. */
function characterOf(codePoint: number): string {
  if (codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff)) return '\u{fffd}'
  const character = String.fromCodePoint(codePoint)
  return /\p{Cc}/u.test(character) ? ' ' : character
}
