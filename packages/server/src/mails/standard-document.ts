import type { EmailDocument, BlockOf, Padding } from '@portico/protocols/email-document/block-types'

/** The texts of a mail of the service, with placeholders. */
export interface StandardMail {
  readonly project: string
  readonly sentence: string
  /** A code to type, and a button; empty if the mail has none. */
  readonly code: string
  readonly action: string
  readonly link: string
  readonly ifButtonFails: string
  readonly lifetime: string
  readonly reason: string
  readonly footer: string
}

const ink = '#1c1917'
const soft = '#57534e'
const accent = '#1b6f63'
const line = '#e7e4df'
const card = '#ffffff'
const ground = '#faf9f7'

/** The colours of the palette in dark mode. */
const darkColors = { [ground]: '#141312', [card]: '#1c1b19', [line]: '#2f2c29', [accent]: '#5bbcad' }
const darkTextColors = { [ink]: '#f5f4f2', [soft]: '#b5aea7', [card]: '#0b1f1c' }

const SIDE = 40

/** The document of a mail of the service: one sentence, the code or one button, the address of the button, and who sent it why. */
export function standardDocument(mail: StandardMail): EmailDocument {
  const { action, code, footer, ifButtonFails, lifetime, link, project, reason, sentence } = mail
  const blocks: Record<string, EmailDocument[string]> = {
    project: {
      type: 'Heading',
      data: { props: { level: 'h3', text: project }, style: { color: ink, padding: space(SIDE, 24) } },
    },
    sentence: text(sentence, { color: ink, padding: space(0, 24) }),
    ...(code !== '' && { code: codeBlock(code) }),
    ...(link !== '' && {
      button: button(action, link),
      address: text(`${ifButtonFails}\n[${link}](${link})`, { color: soft, fontSize: 14, padding: space(0, 24) }),
      lifetime: text(lifetime, { color: soft, fontSize: 14, padding: space(0, 4) }),
    }),
    line: { type: 'Divider', data: { props: { lineColor: line }, style: { padding: space(24, 20) } } },
    reason: text(reason, { color: soft, fontSize: 13, padding: space(0, 8) }),
    footer: text(footer, { color: soft, fontSize: 13, padding: space(0, SIDE) }),
  }
  const colors = { backdropColor: ground, canvasColor: card, textColor: ink, borderColor: line }
  const root: BlockOf<'EmailLayout'> = {
    type: 'EmailLayout',
    data: { ...colors, borderRadius: 12, darkColors, darkTextColors, childrenIds: Object.keys(blocks) },
  }
  return { root, ...blocks }
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

function button(label: string, url: string): BlockOf<'Button'> {
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
