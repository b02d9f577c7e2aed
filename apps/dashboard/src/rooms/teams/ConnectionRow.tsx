import { API_PREFIX } from '@portico/client/admin'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { settings } from '../../data/settings.ts'
import { teams, type DomainProof, type ListedTeam, type TeamConnection } from '../../data/teams.ts'
import { State } from '../../kit/Badge.tsx'
import { LinkButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { May } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useAct } from '../../page/useAct.tsx'
import { connectionsTexts } from '../../texts/en/connections.ts'
import { issuersTexts } from '../../texts/en/issuers.ts'
import css from './teams.module.css'

interface ConnectionProps {
  readonly team: ListedTeam
  readonly connection: TeamConnection
}

/** A connection with its domains. */
export function ConnectionRow({
  team,
  connection,
  onClaim,
  onDelete,
  onEdit,
  onRelease,
}: ConnectionProps & {
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onClaim: () => void
  readonly onRelease: (domain: string) => void
}): ReactNode {
  const t = useTexts(connectionsTexts)
  const issuers = useTexts(issuersTexts)
  const { authentication, displayName, domains, issuerUrl, providerId } = connection
  return (
    <li className={css['connection']}>
      <header>
        <bdi className="strong">{displayName}</bdi>
        <May right={teams.rights.updateConnection}>
          <LinkButton aria-label={`${t.edit}: ${displayName}`} onClick={onEdit}>
            {t.edit}
          </LinkButton>
          <LinkButton variant="danger" aria-label={`${t.delete}: ${displayName}`} onClick={onDelete}>
            {t.deleteShort}
          </LinkButton>
        </May>
      </header>
      <p className="small soft">
        <bdi dir="ltr">{issuerUrl}</bdi>
      </p>
      <p className="small soft">
        {issuers.callbackUrl}. {issuers.callbackNote}
      </p>
      <CopyLine
        what={issuers.callbackUrl}
        value={`${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${providerId}`}
      />
      {authentication.method === 'private_key_jwt' && (
        <>
          <p className="small soft">
            {issuers.publicKey}. {issuers.publicKeyNote}
          </p>
          <CodeBlock title={issuers.publicKey} code={JSON.stringify(authentication.publicJwk, null, 2)} isWrapped />
        </>
      )}
      {domains.length === 0 && <p className="soft">{t.noDomain}</p>}
      {domains.map((domain) => (
        <Domain
          key={domain.domain}
          team={team}
          connection={connection}
          domain={domain}
          onRelease={() => onRelease(domain.domain)}
        />
      ))}
      <May right={teams.rights.claimDomain}>
        <LinkButton aria-label={`${t.claim}: ${displayName}`} onClick={onClaim}>
          {t.claim}
        </LinkButton>
      </May>
    </li>
  )
}

function Domain({
  team,
  connection,
  domain: { domain, isProved, recordName, recordValue },
  onRelease,
}: ConnectionProps & {
  readonly domain: TeamConnection['domains'][number]
  readonly onRelease: () => void
}): ReactNode {
  const t = useTexts(connectionsTexts)
  const prove = teams.useChange('proveDomain')
  const [problem, setProblem] = useState<DomainProof['problem']>(null)
  const check = useAct(async () => setProblem((await prove(team, connection, domain)).problem))
  return (
    <div className={css['domain']}>
      <header>
        <bdi>{domain}</bdi>
        <State tone={isProved ? 'ok' : 'warn'} icon={isProved ? <CircleCheck /> : <CircleAlert />}>
          {isProved ? t.proved : t.unproved}
        </State>
        <May right={teams.rights.proveDomain}>
          <LinkButton disabled={check.isPending} aria-label={`${t.check}: ${domain}`} onClick={() => check.run()}>
            {check.isPending ? t.checking : t.check}
          </LinkButton>
          <LinkButton variant="danger" aria-label={`${t.release}: ${domain}`} onClick={onRelease}>
            {t.releaseShort}
          </LinkButton>
        </May>
      </header>
      {!isProved && (
        <>
          <p className="small soft">{t.publish}</p>
          <CopyLine value={recordName} what={t.recordName} />
          <CopyLine value={recordValue} what={t.recordValue} />
        </>
      )}
      <p role="status" className="small warn-text">
        {problem && t.problems[problem]}
      </p>
      {check.failure}
    </div>
  )
}
