import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import {
  settingsRight,
  useEditConfig,
  type ProductionModeError,
  type ProjectConfig,
} from '../../data/project-config.ts'
import { useCurrentProject, type ProjectConfigUpdate } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { useMay } from '../../kit/May.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { useFormat } from '../../language/format.ts'
import { useAct } from '../../page/useAct.tsx'
import { ProductionWarnings } from '../../records/ProductionWarnings.tsx'
import { railItems } from '../../shell/rail-items.ts'
import { domainsTexts, type DomainsTexts } from '../../texts/en/domains.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import type { DomainsSearch } from './address.ts'
import { secureDomain } from './domain-rules.ts'
import css from './domains.module.css'

export interface FindingsProps {
  readonly findings: readonly ProductionModeError[]
  readonly isProductionMode: boolean
  readonly config: ProjectConfig
  /** Opens a dialog of the room. */
  readonly show: (dialog: Pick<DomainsSearch, 'edit' | 'remove'>) => void
}

/** What prevents production mode, each with its fix as a button. */
export function Findings({ findings, isProductionMode, config, show }: FindingsProps): ReactNode {
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
            <Finding key={`${finding.rule} ${finding.domain}`} finding={finding} onFixed={onFixed} show={show} />
          ))}
        </Rows>
      )}
      <ProductionWarnings config={config} />
    </section>
  )
}

function Finding({
  finding: { rule, domain = '' },
  onFixed,
  show,
}: Pick<FindingsProps, 'show'> & {
  readonly finding: ProductionModeError
  readonly onFixed: () => void
}): ReactNode {
  const t = useTexts(domainsTexts)
  const { pending } = useTexts(kitTexts)
  const may = useMay()
  const editConfig = useEditConfig()
  const text = t.rules[rule]
  const fix = fixOf(rule, domain, t)
  const apply = useAct(async () => {
    if (!fix) return
    await editConfig(fix.edit)
    onFixed()
  })
  return (
    <ListRow
      // The empty list below a project without domains offers to add one.
      action={
        !may(settingsRight) ? undefined : fix ? (
          <Button
            size="small"
            phase={apply.isPending ? 'pending' : 'idle'}
            pendingLabel={pending.saving}
            onClick={() => apply.run()}
          >
            {fix.label}
          </Button>
        ) : rule === 'no-domains' ? undefined : (
          <>
            <Button size="small" aria-label={t.editOf(domain)} onClick={() => show({ edit: domain })}>
              {t.edit}
            </Button>
            <Button size="small" variant="danger" onClick={() => show({ remove: domain })}>
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
      {apply.failure}
    </ListRow>
  )
}

interface Fix {
  readonly label: string
  readonly edit: (config: ProjectConfig) => ProjectConfigUpdate
}

/** The change that settles a finding, if there is only one. */
function fixOf(rule: ProductionModeError['rule'], domain: string, t: DomainsTexts): Fix | null {
  if (rule === 'allow-localhost') return { label: t.switchOff, edit: () => ({ allowLocalhost: false }) }
  if (rule !== 'not-https') return null
  return { label: t.changeToHttps, edit: ({ domains }) => ({ domains: secureDomain(domains, domain) }) }
}
