import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { emailTemplates, type MailTemplate } from '../../data/email-templates.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { mailLanguageName } from '../../language/mail-languages.ts'
import type { SearchOf } from '../../page/address.ts'
import { derived } from '../../page/Loaded.tsx'
import type { List } from '../../page/useListPage.ts'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import { templatesAddress } from './address.ts'
import css from './emails.module.css'

export const templatesList: List<MailTemplate, SearchOf<typeof templatesAddress>, TemplatesTexts> = {
  id: 'email-templates',
  path: '/projects/$projectId/emails',
  address: templatesAddress,
  texts: templatesTexts,
  usePage: () => {
    const query = emailTemplates.useRead('all', [undefined])
    return derived(query, query.data && { rows: query.data, nextCursor: null })
  },
  idOf: ({ type }) => type,
  nameOf: ({ type }, t) => t.types[type].name,
  columns: ({ t, projectId }) => columnsOf(t, projectId),
}

function columnsOf(t: TemplatesTexts, projectId: string): Column<MailTemplate>[] {
  return [
    {
      id: 'template',
      head: t.columns.template,
      onPhone: 'title',
      cell: ({ changedIn, failedIn, type }) => (
        <div className={css['template']}>
          <span className="row">
            <Link
              to="/projects/$projectId/emails/$type"
              params={{ projectId, type }}
              className={css['recipient']}
              tabIndex={-1}
            >
              <span className="strong">{t.types[type].name}</span>
            </Link>
            {changedIn.length > 0 && (
              <>
                <Badge>{t.changed}</Badge>
                <span className="small soft">{changedIn.map(mailLanguageName).join(', ')}</span>
              </>
            )}
            {failedIn.length > 0 && (
              <Badge tone="danger">{t.failedIn(failedIn.map(mailLanguageName).join(', '))}</Badge>
            )}
          </span>
          <div className={css['subject']}>{t.types[type].when}</div>
        </div>
      ),
    },
    {
      id: 'subject',
      head: t.columns.subject,
      onPhone: 'line',
      cell: ({ subject }) => (
        <bdi className="cut" title={subject}>
          {withVariables(subject)}
        </bdi>
      ),
    },
  ]
}

/** A text whose placeholders stand out. */
function withVariables(text: string): ReactNode {
  return text.split(/(\{\{[^{}]*\}\})/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code key={place} className={css['variable']} dir="ltr">
        {part}
      </code>
    ),
  )
}
