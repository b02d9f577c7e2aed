import { renderTemplate, type RenderedTemplate } from '@portico/protocols/mail-document/render'
import { UnrenderableDocument } from '@portico/protocols/mail-document/tree'
import { nameInMail, quotedNameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'

import type { ProjectBranding } from '@portico/client'
import { brandingInMails, exampleValues, type EmailTemplateVariable } from '@portico/client/admin'
import type { WrittenTemplate } from '../../data/email-templates.ts'
import { loadFromService } from '../../data/service.ts'
import { settings } from '../../data/settings.ts'
import type { ListedUser } from '../../data/users.ts'
import { Note } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { mailFormatOf } from '../../language/mail-languages.ts'
import { useTexts } from '../../language/useTexts.ts'
import { flag, partBinding } from '../../page/form/fields.tsx'
import { MailFrame } from '../../page/MailFrame.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'

// Few mails have the name of a user.
const ExampleUser = lazy(async () => ({
  default: (await loadFromService(() => import('./ExampleUser.tsx'))).ExampleUser,
}))

export interface PreviewProps {
  readonly template: WrittenTemplate
  /** The language of the template. */
  readonly locale: string
  readonly variables: readonly EmailTemplateVariable[]
  readonly project: ProjectBranding & { readonly displayName: string }
  /** Name and address of the sender. */
  readonly from: string
}

type View = 'desktop' | 'phone' | 'text'

const RECIPIENT = 'ada@example.com'

/** The mail as recipients see it, with example values or the name of a user. It follows each key press. */
export function Preview({ template, locale, variables, project, from }: PreviewProps): ReactNode {
  const { preview: t } = useTexts(templatesTexts)
  const [view, setView] = useState<View>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [isHostile, setHostile] = useState(false)
  const [user, setUser] = useState<ListedUser | null>(null)
  const values = useMemo(
    () =>
      exampleValues(variables, {
        isHostile,
        locale: mailFormatOf(locale).locale,
        known: {
          projectDisplayName: nameInMail(project.displayName),
          ...brandingInMails(project),
          serviceHost: new URL(settings.baseUrl).host,
          ...(user && { userDisplayName: quotedNameInMail(user.displayName ?? '') }),
        },
      }),
    [variables, isHostile, locale, project, user],
  )
  const mail = useMemo(
    () => render(template, { locale, scheme, variables: values }),
    [template, locale, scheme, values],
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
              <bdi>{t.addresses(from, user?.primaryEmail ?? RECIPIENT)}</bdi>
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
      {variables.some(({ isUnset, name }) => name === 'userDisplayName' && !isUnset) && (
        // Nothing is below it that could move.
        <Suspense>
          <ExampleUser user={user} onChange={setUser} />
        </Suspense>
      )}
    </section>
  )
}

/** Returns null for a document that cannot be rendered. The problems of the document say why. */
function render(
  template: WrittenTemplate,
  options: Pick<Parameters<typeof renderTemplate>[1], 'locale' | 'scheme' | 'variables'>,
): RenderedTemplate | null {
  try {
    return renderTemplate(template, { ...options, direction: mailFormatOf(options.locale).direction })
  } catch (error) {
    if (error instanceof UnrenderableDocument) return null
    throw error
  }
}
