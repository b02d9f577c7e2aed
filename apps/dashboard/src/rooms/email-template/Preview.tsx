import { renderEmail, type RenderedEmail } from '@portico/protocols/email-document/render'
import { UnrenderableDocument } from '@portico/protocols/email-document/tree'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

import type { EmailTemplateVariable } from '@portico/client/admin'
import type { WrittenTemplate } from '../../data/email-templates.ts'
import { Note } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { flag, partBinding } from '../../page/form/fields.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'
import { exampleValues } from '../../data/template-variables.ts'

export interface PreviewProps {
  readonly template: WrittenTemplate
  /** The language of the template. */
  readonly locale: string
  readonly variables: readonly EmailTemplateVariable[]
  /** Name and address of the sender. */
  readonly from: string
}

type View = 'desktop' | 'phone' | 'text'

const RECIPIENT = 'ada@example.com'

/** The mail as recipients see it, with example values. It follows each key press. */
export function Preview({ template, locale, variables, from }: PreviewProps): ReactNode {
  const { preview: t } = useTexts(templatesTexts)
  const [view, setView] = useState<View>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [isHostile, setHostile] = useState(false)
  const mail = useMemo(
    () => render(template, { locale, scheme, variables: exampleValues(variables, isHostile) }),
    [template, locale, scheme, variables, isHostile],
  )
  const staysLight = scheme === 'dark' && mail?.html.includes('content="light only"') === true
  return (
    <section className={css['preview']} aria-label={t.label}>
      <div className={css['choices']}>
        <Segments
          label={t.view}
          segments={(['desktop', 'phone', 'text'] as const).map((id) => ({ id, label: t.views[id] }))}
          current={view}
          onChange={setView}
        />
        <Segments
          label={t.mode}
          segments={(['light', 'dark'] as const).map((id) => ({ id, label: t[id] }))}
          current={scheme}
          onChange={setScheme}
        />
      </div>
      {mail ? (
        <div className={css['mailbox']}>
          <header>
            <b>
              <bdi>{mail.subject}</bdi>
            </b>
            <span className="small soft">
              <bdi>{t.addresses(from, RECIPIENT)}</bdi>
            </span>
          </header>
          {view === 'text' ? (
            <pre className={css['plain']} dir="auto" tabIndex={0} role="region" aria-label={t.frame}>
              {mail.text}
            </pre>
          ) : (
            <MailFrame html={mail.html} label={t.frame} view={view} />
          )}
        </div>
      ) : (
        <Note tone="danger">{t.unrenderable}</Note>
      )}
      {staysLight && <p className="help">{t.staysLight}</p>}
      {flag({ label: t.hostile, note: t.hostileNote }).render(partBinding('hostile', isHostile, setHostile), false)}
    </section>
  )
}

/** Returns null for a document that cannot be rendered. The problems of the document say why. */
function render(
  template: WrittenTemplate,
  options: Pick<Parameters<typeof renderEmail>[1], 'locale' | 'scheme' | 'variables'>,
): RenderedEmail | null {
  try {
    return renderEmail(template, { ...options, direction: 'ltr' })
  } catch (error) {
    if (error instanceof UnrenderableDocument) return null
    throw error
  }
}

const policy = "default-src 'none'; img-src https: data:; style-src 'unsafe-inline'"

/** The HTML part in a frame without an origin. The page `/mail-preview` has a policy of its own, which allows the styles of mails. */
function MailFrame({
  html,
  label,
  view,
}: {
  readonly html: string
  readonly label: string
  readonly view: View
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const onMessage = ({ source }: MessageEvent): void => {
      if (source !== null && source === frame.current?.contentWindow) setReady(true)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
    // The frame has no origin that could be named.
    if (isReady) frame.current?.contentWindow?.postMessage(html.replace('<head>', `<head>${meta}`), '*')
  }, [html, isReady])
  return (
    <div className={css['screen']} data-view={view}>
      <iframe ref={frame} src="/mail-preview" sandbox="allow-scripts" title={label} />
    </div>
  )
}
