import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { useEditConfig, type ProductionModeError, type ProjectConfig } from '../../data/project-config.ts'
import { useCurrentProject, type ProjectConfigUpdate } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ProductionWarnings } from '../../records/ProductionWarnings.tsx'
import { railItems } from '../../shell/rail-items.ts'
import { domainsTexts } from '../../texts/en/domains.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { secureDomain } from './domain-rules.ts'
import css from './domains.module.css'
import type { DomainsSearch } from './search.ts'

export interface FindingsProps {
  readonly findings: readonly ProductionModeError[]
  readonly isProductionMode: boolean
  readonly config: ProjectConfig
}

/** What prevents production mode, each with its fix as a button. */
export function Findings({ findings, isProductionMode, config }: FindingsProps): ReactNode {
  const t = useTexts(domainsTexts)
  const { saved } = useTexts(kitTexts)
  const format = useFormat()
  const { id } = useCurrentProject()
  const place = useRef<HTMLElement>(null)
  const count = findings.length
  const settings = railItems.find((item) => item.id === 'settings')
  const settingsPath = `/projects/${id}${settings?.path}`
  const heading = isProductionMode ? t.findingsInProduction : t.findings

  function onFixed(): void {
    announce(saved)
    // The button that had the focus is gone.
    place.current?.focus({ preventScroll: true })
  }

  return (
    <section ref={place} tabIndex={-1} className={css['findings']} aria-label={t.productionMode}>
      <header>
        {count === 0 ? (
          <>
            <CircleCheck className="ok-text" />
            <h2 className={css['ready']}>{t.noFindings}</h2>
          </>
        ) : (
          <>
            <TriangleAlert className="warn-text" />
            <h2>{heading(count, format.number(count))}</h2>
          </>
        )}
        {settings && (
          <Link to={settingsPath} className="push">
            {t.productionMode}
          </Link>
        )}
      </header>
      {count > 0 && (
        <Rows kind="list">
          {findings.map((finding) => (
            <Finding key={`${finding.rule} ${finding.domain}`} finding={finding} onFixed={onFixed} />
          ))}
        </Rows>
      )}
      <ProductionWarnings config={config} />
    </section>
  )
}

interface Fix {
  readonly label: string
  readonly edit: (config: ProjectConfig) => ProjectConfigUpdate
}

function Finding({
  finding: { rule, domain = '' },
  onFixed,
}: {
  readonly finding: ProductionModeError
  readonly onFixed: () => void
}): ReactNode {
  const t = useTexts(domainsTexts)
  const { saving } = useTexts(kitTexts)
  const { id } = useCurrentProject()
  const navigate = useNavigate()
  const editConfig = useEditConfig()
  const text = t.rules[rule]
  const fix = fixOf(rule, domain)
  const apply = useAction(async () => {
    if (!fix) return
    await editConfig(fix.edit)
    onFixed()
  })

  function fixOf(of: ProductionModeError['rule'], name: string): Fix | null {
    if (of === 'allow-localhost') {
      return { label: t.switchOff, edit: () => ({ allowLocalhost: false }) }
    }
    if (of !== 'not-https') return null
    const edit: Fix['edit'] = ({ domains }) => ({ domains: secureDomain(domains, name) })
    return { label: t.changeToHttps, edit }
  }

  function open(search: DomainsSearch): void {
    void navigate({ to: '/projects/$projectId/domains', params: { projectId: id }, search })
  }

  return (
    <ListRow
      // The empty list below a project without domains offers to add one.
      action={
        fix ? (
          <Button size="small" phase={apply.phase} pendingLabel={saving} onClick={() => void apply.run()}>
            {fix.label}
          </Button>
        ) : rule === 'no-domains' ? undefined : (
          <>
            <Button size="small" aria-label={t.editOf(domain)} onClick={() => open({ edit: domain })}>
              {t.edit}
            </Button>
            <Button size="small" variant="danger" onClick={() => open({ remove: domain })}>
              {t.remove}
            </Button>
          </>
        )
      }
    >
      {fill(text.finding, {
        domain: (
          <bdi className="mono strong" dir="ltr">
            {domain}
          </bdi>
        ),
      })}
      <span className="row-note">{text.reason}</span>
      <ActFailure failure={apply.failure} onRepeat={() => void apply.run()} />
    </ListRow>
  )
}
