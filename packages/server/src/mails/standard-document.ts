import type { MailDocument, BlockOf, Padding } from '@portico/protocols/mail-document/block-types'

/** The texts of a mail that the service writes, with placeholders. */
export interface StandardMail {
  readonly project: string
  readonly sentence: string
  /** A code to type, and a button; empty if the mail has none. */
  readonly code: string
  readonly action: string
  readonly link: string
  /** Makes a text that needs the link depend on the link, for a mail that may have none. */
  readonly withLink: (text: string) => string
  readonly ifButtonFails: string
  readonly lifetime: string
  readonly reason: string
  /** Where users of the project get help, and what it asks them to read. Empty if it states neither. */
  readonly support: string
  readonly pages: string
  readonly footer: string
  readonly brand: MailBrand
}

/** What a mail shows of the project's branding. */
export interface MailBrand {
  /** Null: the accent of the palette. */
  readonly accent: { readonly light: string; readonly dark: string } | null
  /** Null: the project name is shown above the sentence. */
  readonly logo: {
    /** Placeholders. */
    readonly url: string
    readonly darkUrl: string
    /** The name is in the logo, so the mail does not repeat it. */
    readonly hasName: boolean
  } | null
}

const ink = '#1c1917'
const soft = '#57534e'
const line = '#e7e4df'
const card = '#ffffff'
const ground = '#faf9f7'

const paletteAccent = { light: '#1b6f63', dark: '#5bbcad' }

/** The colours of the palette in dark mode. */
const darkColors = { [ground]: '#141312', [card]: '#1c1b19', [line]: '#2f2c29' }
const darkTextColors = { [ink]: '#f5f4f2', [soft]: '#b5aea7', [card]: '#0b1f1c' }

const SIDE = 40

/** The document of a service mail: one sentence, the code or one button with its address, and who sent it and why. */
export function standardDocument(mail: StandardMail): MailDocument {
  const { action, brand, code, footer, ifButtonFails, lifetime, link, pages, reason, sentence, support, withLink } =
    mail
  const accent = brand.accent ?? paletteAccent
  const blocks: Record<string, MailDocument[string]> = {
    ...head(mail),
    sentence: text(sentence, { color: ink, padding: space(0, 24) }),
    ...(code !== '' && { code: codeBlock(code) }),
    ...(link !== '' && {
      button: button(withLink(action), link, accent.light),
      address: text(withLink(`${ifButtonFails}\n[${link}](${link})`), {
        color: soft,
        fontSize: 14,
        padding: space(0, 24),
      }),
      ...(lifetime !== '' && {
        lifetime: text(withLink(lifetime), { color: soft, fontSize: 14, padding: space(0, 4) }),
      }),
    }),
    line: { type: 'Divider', data: { props: { lineColor: line }, style: { padding: space(24, 20) } } },
    reason: text(reason, { color: soft, fontSize: 13, padding: space(0, 8) }),
    ...(support !== '' && { support: text(support, { color: soft, fontSize: 13, padding: space(0, 8) }) }),
    ...(pages !== '' && { pages: text(pages, { color: soft, fontSize: 13, padding: space(0, 8) }) }),
    footer: text(footer, { color: soft, fontSize: 13, padding: space(0, SIDE) }),
  }
  const colors = {
    backdropColor: ground,
    canvasColor: card,
    textColor: ink,
    linkColor: accent.light,
    borderColor: line,
  }
  const dark = { [accent.light]: accent.dark }
  const root: BlockOf<'EmailLayout'> = {
    type: 'EmailLayout',
    data: {
      ...colors,
      borderRadius: 12,
      darkColors: { ...darkColors, ...dark },
      // An accent with the text colour gets the dark partner of the text colour.
      darkTextColors: { ...dark, ...darkTextColors },
      childrenIds: Object.keys(blocks),
    },
  }
  return { root, ...blocks }
}

/** The logo, the name, or both. A logo that contains the name replaces it. */
function head({ brand: { logo }, project }: StandardMail): Record<string, MailDocument[string]> {
  const name = (top: number): MailDocument[string] => ({
    type: 'Heading',
    data: { props: { level: 'h3', text: project }, style: { color: ink, padding: space(top, 24) } },
  })
  if (!logo) return { project: name(SIDE) }
  const { darkUrl, hasName, url } = logo
  const props = { url, darkUrl, height: hasName ? 32 : 48, alt: hasName ? project : '' }
  const image: MailDocument[string] = {
    type: 'Image',
    data: { props, style: { padding: space(SIDE, hasName ? 24 : 12) } },
  }
  return hasName ? { logo: image } : { logo: image, project: name(0) }
}

type TextStyle = NonNullable<BlockOf<'Text'>['data']['style']>

function text(written: string, style: TextStyle): BlockOf<'Text'> {
  return { type: 'Text', data: { props: { text: written }, style: { fontSize: 15, ...style } } }
}

/** Large and spaced, because people read it aloud and type it. */
function codeBlock(code: string): BlockOf<'Text'> {
  const letters = { fontFamily: 'MONOSPACE', fontSize: 26, fontWeight: 'bold', letterSpacing: 6 } as const
  return text(code, { color: ink, padding: space(0, 28), ...letters })
}

function button(label: string, url: string, accent: string): BlockOf<'Button'> {
  return {
    type: 'Button',
    data: {
      props: { text: label, url, buttonBackgroundColor: accent, buttonTextColor: card },
      style: { fontSize: 15, padding: space(0, 24) },
    },
  }
}

function space(top: number, bottom: number): Padding {
  return { top, bottom, left: SIDE, right: SIDE }
}
