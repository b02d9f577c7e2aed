import { createHash } from 'node:crypto'

/**
 * Shows the mail that the dashboard sends it. A new mail is shown as soon as it is loaded, so nothing flickers while a
 * person types. The frame of the mail has neither scripts nor an origin.
 */
const script = `
addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data !== 'string') return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', '')
  frame.setAttribute('tabindex', '-1')
  frame.srcdoc = data
  frame.onload = () => {
    while (frame.previousSibling) frame.previousSibling.remove()
  }
  document.body.append(frame)
})
parent.postMessage('ready', '*')
`

const style =
  'html, body { height: 100%; margin: 0; overflow: hidden } iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }'

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The page in which the dashboard shows a mail. */
export const mailPreview = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title><style>${style}</style></head><body><script>${script}</script></body></html>`

/**
 * A frame has the policy of the page that writes it. The dashboard's policy allows neither the styles of mails nor
 * markup as text. So mails are shown by a page with a policy of its own. It has no origin, and no other code runs in
 * it.
 */
export function mailPreviewPolicy(baseUrl: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    "style-src 'unsafe-inline'",
    // In development mode, the images of the service have no https address.
    `img-src https: data: ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
