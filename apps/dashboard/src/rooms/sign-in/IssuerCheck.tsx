import { useState, type ReactNode } from 'react'

import { useCurrentProject, type ProjectApp } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { Note } from '../../kit/States.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useAct } from '../../page/useAct.tsx'
import { issuersTexts } from '../../texts/en/issuers.ts'
import css from './methods.module.css'

type Discovery = Awaited<ReturnType<ProjectApp['discoverIssuer']>>

/** Reads the issuer at the typed address, and shows what the service has found. */
export function IssuerCheck({ issuerUrl }: { readonly issuerUrl: string }): ReactNode {
  const t = useTexts(issuersTexts)
  const { app } = useCurrentProject()
  const [found, setFound] = useState<{ readonly of: string; readonly discovery: Discovery } | null>(null)
  const url = completeUrl(issuerUrl)
  const check = useAct(async () => {
    setFound(null)
    setFound({ of: url, discovery: await app.discoverIssuer(url) })
  })
  return (
    <section className={css['check']}>
      <div className={css['removal']}>
        <p className="soft">{t.checkNote}</p>
        <Button
          phase={check.isPending ? 'pending' : 'idle'}
          pendingLabel={t.checking}
          disabled={url === ''}
          onClick={() => check.run()}
        >
          {t.check}
        </Button>
      </div>
      {check.failure}
      <div role="status">{found?.of === url && <Found {...found.discovery} />}</div>
    </section>
  )
}

function Found({ document, problem, url }: Discovery): ReactNode {
  const t = useTexts(issuersTexts)
  const format = useFormat()
  const address = (value: string): ReactNode => (
    <code className={css['address']} dir="ltr">
      {value}
    </code>
  )
  return (
    <>
      <Note tone={problem === null ? 'ok' : 'danger'}>{problem === null ? t.usable : `${t.unusable} ${problem}`}</Note>
      <Rows>
        <PropertyRow label={t.document}>{address(url)}</PropertyRow>
        {document && (
          <>
            <PropertyRow label={t.authorization}>{address(document.authorizationEndpoint)}</PropertyRow>
            <PropertyRow label={t.token}>{address(document.tokenEndpoint)}</PropertyRow>
            <PropertyRow label={t.userinfo}>
              {document.userinfoEndpoint === null ? t.noUserinfo : address(document.userinfoEndpoint)}
            </PropertyRow>
            <PropertyRow label={t.authentication}>{document.authenticationMethods.join(', ')}</PropertyRow>
            <PropertyRow label={t.keys}>{format.number(document.keys)}</PropertyRow>
          </>
        )}
      </Rows>
    </>
  )
}
