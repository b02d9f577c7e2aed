'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { CopyButton } from '../page/CopyButton.tsx'

/** Shown instead of an empty list: how a program sends a key. */
export function ApiKeyExample({ command }: { readonly command: string | undefined }): ReactNode {
  const t = useTranslate()
  const shown = command ?? `curl ${window.location.origin} \\\n  -H "Authorization: Bearer $API_KEY"`
  return (
    <div className="portico-once">
      <p className="portico-row-note">{t('Create a key, then send it with each request:')}</p>
      <code className="portico-snippet" dir="ltr" translate="no">
        {shown}
      </code>
      <CopyButton variant="secondary" text={shown} label={t('Copy command')} doneLabel={t('Copied')} />
    </div>
  )
}
