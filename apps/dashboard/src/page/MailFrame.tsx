import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { settings } from '../data/settings.ts'
import css from './mail-frame.module.css'

// Images of the service have no https address in development mode.
const { origin } = new URL(settings.baseUrl)
const policy = `default-src 'none'; img-src https: data: ${origin}; style-src 'unsafe-inline'`

/**
 * The HTML part in a frame without an origin. The page `/mail-preview` has a policy of its own, which allows the styles
 * of mails.
 */
export function MailFrame({
  html,
  label,
  view,
}: {
  readonly html: string
  readonly label: string
  /** The width of the window in which the mail is read. */
  readonly view: 'desktop' | 'phone'
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  /** The number of times that the page in the frame has loaded. Each load discards the mail. */
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const onMessage = ({ source }: MessageEvent): void => {
      if (source !== null && source === frame.current?.contentWindow) setLoads((before) => before + 1)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  // Before the page is painted, so that the frame draws the mail meanwhile.
  useLayoutEffect(() => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
    // The frame has no origin that could be named.
    if (loads > 0) frame.current?.contentWindow?.postMessage(html.replace('<head>', `<head>${meta}`), '*')
  }, [html, loads])
  return (
    <div className={css['screen']} data-view={view}>
      <iframe ref={frame} src="/mail-preview" sandbox="allow-scripts" title={label} />
    </div>
  )
}
