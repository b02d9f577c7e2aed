import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Check, Globe, TriangleAlert } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import { useEditConfig, useProductionModeErrors, type ProductionModeError } from '../../data/project-config.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { State } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import type { Column } from '../../kit/columns.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Empty, Failed, Section } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { CutText } from '../../kit/Text.tsx'
import { showToast } from '../../kit/toast.ts'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { FailedRequests } from '../../records/FailedRequests.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { domainsTexts, type DomainsTexts } from '../../texts/en/domains.ts'
import { removeDomain, replaceDomain, type Domain } from './domain-rules.ts'
import { DomainDialog } from './DomainDialog.tsx'
import css from './domains.module.css'
import { Findings } from './Findings.tsx'
import type { DomainsSearch } from './search.ts'

const noDomains: readonly Domain[] = []

/** The domains that sign-in and links in mails may lead to. */
export function Domains(): ReactNode {
  const t = useTexts(domainsTexts)
  const { id } = useCurrentProject()
  const navigate = useNavigate()
  const search = useSearch({ from: '/owner/projects/$projectId/domains' })
  const project = useProject()
  const { data: findings, isError: hasNoFindings } = useProductionModeErrors()
  const editConfig = useEditConfig()
  const config = project.data?.config
  const domains: readonly Domain[] = config?.domains ?? noDomains
  const isProductionMode = project.data?.isProductionMode ?? false

  const open = (next: DomainsSearch): void =>
    void navigate({
      to: '/projects/$projectId/domains',
      params: { projectId: id },
      search: { ...next, ...(search.failed && { failed: true }) },
    })
  const close = (): void => open({})
  const columns = useMemo(() => domainColumns(t, findings ?? [], id), [t, findings, id])
  const addButton = { label: t.add, onClick: () => open({ add: true }) }
  const isEmpty = config !== undefined && domains.length === 0

  return (
    <>
      <PageHead title={t.title} lead={t.lead} of={project.data?.displayName} primary={addButton} />
      {project.isError && !config ? (
        <Failed
          title={t.loadFailed}
          error={project.error}
          isRetrying={project.isFetching}
          onRetry={() => void project.refetch()}
        />
      ) : !config || (!findings && !hasNoFindings) ? (
        // The findings are first, and nothing below them moves.
        <RowsSkeleton kind="settings" count={5} />
      ) : (
        <>
          {findings && <Findings findings={findings} isProductionMode={isProductionMode} config={config} />}
          {isEmpty ? (
            <Empty
              icon={<Globe />}
              title={t.empty.title}
              text={config.allowLocalhost && !isProductionMode ? t.empty.textWithLocalhost : t.empty.text}
              action={<Button onClick={addButton.onClick}>{t.add}</Button>}
            />
          ) : (
            <Section title={t.trusted}>
              <Table
                label={t.trusted}
                columns={columns}
                rows={domains}
                idOf={idOf}
                nameOf={nameOf}
                onOpen={({ domain }) => open({ edit: domain })}
              />
            </Section>
          )}
          <section className="section">
            <Rows kind="settings">
              <SwitchRow
                anchor="allowLocalhost"
                label={t.localhost.label}
                note={isProductionMode ? `${t.localhost.note} ${t.localhost.ignored}` : t.localhost.note}
                value={config.allowLocalhost}
                onSave={(allowLocalhost) => editConfig(() => ({ allowLocalhost }))}
              />
            </Rows>
          </section>
          <section className="section">
            <FailedRequests
              question={t.notWorking}
              isOpen={search.failed ?? false}
              onToggle={() =>
                void navigate({
                  to: '.',
                  search: ({ failed, ...others }) => ({ ...others, ...(!failed && { failed: true }) }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </section>
        </>
      )}
      {config && search.add && <DomainDialog domains={domains} onClose={close} />}
      {config && search.edit !== undefined && (
        <DomainDialog
          key={search.edit}
          name={search.edit}
          domains={domains}
          onRemove={() => open({ remove: search.edit ?? '' })}
          onClose={close}
        />
      )}
      {config && search.remove !== undefined && (
        <RemoveDomain entry={domains.find(({ domain }) => domain === search.remove)} onClose={close} />
      )}
    </>
  )
}

const idOf = ({ domain, handlerPath }: Domain): string => `${domain} ${handlerPath}`
const nameOf = ({ domain }: Domain): string => domain

function domainColumns(t: DomainsTexts, findings: readonly ProductionModeError[], projectId: string): Column<Domain>[] {
  const ruleOf = (name: string): ProductionModeError['rule'] | undefined =>
    findings.find(({ domain }) => domain === name)?.rule
  return [
    {
      id: 'domain',
      head: t.columns.domain,
      onPhone: 'title',
      cell: ({ domain }) => (
        <Link
          to="/projects/$projectId/domains"
          params={{ projectId }}
          search={{ edit: domain }}
          className={`mono ${css['domain']}`}
          tabIndex={-1}
        >
          <CutText>{domain}</CutText>
        </Link>
      ),
    },
    {
      id: 'handlerPath',
      head: t.columns.handlerPath,
      width: '180px',
      isSecondary: true,
      cell: ({ handlerPath }) => <CutText className="mono">{handlerPath}</CutText>,
    },
    {
      id: 'check',
      head: t.columns.check,
      width: '180px',
      onPhone: 'line',
      cell: ({ domain }) => {
        const rule = ruleOf(domain)
        return rule ? (
          <State tone="warn" icon={<TriangleAlert />}>
            {t.rules[rule].check}
          </State>
        ) : (
          <State tone="ok" icon={<Check />}>
            {t.ready}
          </State>
        )
      },
    },
    {
      id: 'actions',
      head: t.columns.actions,
      width: '112px',
      align: 'end',
      cell: ({ domain }) => (
        <Link
          to="/projects/$projectId/domains"
          params={{ projectId }}
          search={{ edit: domain }}
          aria-label={t.editOf(domain)}
        >
          {t.edit}
        </Link>
      ),
    },
  ]
}

function RemoveDomain({
  entry,
  onClose,
}: {
  readonly entry: Domain | undefined
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(domainsTexts)
  const editConfig = useEditConfig()
  const remove = useAction(async (removed: Domain) => {
    await editConfig(({ domains }) => ({ domains: removeDomain(domains, removed.domain) }))
    onClose()
    showToast({
      text: t.removed,
      undo: () => editConfig(({ domains }) => ({ domains: replaceDomain(domains, removed.domain, removed) })),
    })
  })
  if (!entry) return null
  return (
    <ConfirmDialog
      title={t.removeTitle}
      consequence={fill(t.removeConsequence, {
        domain: (
          <bdi className="mono strong" dir="ltr">
            {entry.domain}
          </bdi>
        ),
      })}
      pendingLabel={t.removing}
      phase={remove.phase}
      onConfirm={() => void remove.run(entry)}
      onClose={onClose}
    >
      <ActFailure failure={remove.failure} onRepeat={() => void remove.run(entry)} />
    </ConfirmDialog>
  )
}
