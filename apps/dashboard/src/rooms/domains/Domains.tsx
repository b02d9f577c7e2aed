import { Globe } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { settingsRight, useEditConfig, useProductionModeErrors } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Rows, SwitchRow } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Empty, Section } from '../../kit/States.tsx'
import { showToast } from '../../kit/toast.ts'
import { fill } from '@portico/ui/language/fill'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { Editable } from '../../page/form/Editable.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { useListPage, type ShownList } from '../../page/useListPage.ts'
import { FailedRequests } from '../../records/FailedRequests.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import type { DomainsTexts } from '../../texts/en/domains.ts'
import type { DomainsSearch } from './address.ts'
import { domainColumns } from './columns.tsx'
import { removeDomain, replaceDomain, type Domain } from './domain-rules.ts'
import { DomainDialog } from './DomainDialog.tsx'
import { Findings } from './Findings.tsx'
import { domainsList } from './list.ts'

/** The domains that sign-in and links in mails may lead to. */
export function Domains(): ReactNode {
  const shown = useListPage(domainsList)
  const { show } = shown
  const { t } = shown.context
  const { failed } = shown.search
  const project = useProject()
  const findings = useProductionModeErrors()
  const editConfig = useEditConfig()
  const may = useMay()
  const add = !may(settingsRight) ? undefined : { label: t.add, onClick: () => show({ add: true }) }
  return (
    <>
      <PageHead title={t.title} lead={t.lead} of={project.data?.displayName} primary={add} />
      <Loaded
        // The findings are first, and nothing below them moves.
        query={{ ...project, data: findings.isPending ? undefined : project.data }}
        failed={t.loadFailed}
        skeleton={<RowsSkeleton kind="settings" count={5} />}
      >
        {({ config, isProductionMode }) => (
          <>
            {findings.data && (
              <Findings findings={findings.data} isProductionMode={isProductionMode} config={config} show={show} />
            )}
            <Trusted
              shown={shown}
              emptyText={config.allowLocalhost && !isProductionMode ? t.empty.textWithLocalhost : t.empty.text}
            />
            <section className="section">
              <Editable right={settingsRight} hasNote={false}>
                <Rows kind="settings">
                  <SwitchRow
                    anchor="allowLocalhost"
                    label={t.localhost.label}
                    note={isProductionMode ? `${t.localhost.note} ${t.localhost.ignored}` : t.localhost.note}
                    value={config.allowLocalhost}
                    onSave={(allowLocalhost) => editConfig(() => ({ allowLocalhost }))}
                  />
                </Rows>
              </Editable>
            </section>
            <May right={endpointRights.listRecentRequests}>
              <section className="section">
                <FailedRequests
                  question={t.notWorking}
                  isOpen={failed ?? false}
                  onToggle={() => show({ failed: failed ? undefined : true })}
                />
              </section>
            </May>
            <May right={settingsRight}>
              <Dialogs shown={shown} domains={config.domains} />
            </May>
          </>
        )}
      </Loaded>
    </>
  )
}

type ShownDomains = ShownList<Domain, DomainsSearch, DomainsTexts>

/** The list of the domains. */
function Trusted({ shown, emptyText }: { readonly shown: ShownDomains; readonly emptyText: string }): ReactNode {
  const { show } = shown
  const { t, projectId } = shown.context
  const mayEdit = useMay()(settingsRight)
  const findings = useProductionModeErrors().data
  const columns = useMemo(() => domainColumns(t, findings ?? [], projectId, mayEdit), [t, findings, projectId, mayEdit])
  const list = (
    <ListPage
      shown={shown}
      label={t.trusted}
      columns={columns}
      failed={t.loadFailed}
      {...(mayEdit && { onOpen: ({ domain }: Domain) => show({ edit: domain }) })}
      empty={
        <Empty
          icon={<Globe />}
          title={t.empty.title}
          text={emptyText}
          action={
            <May right={settingsRight}>
              <Button onClick={() => show({ add: true })}>{t.add}</Button>
            </May>
          }
        />
      }
    />
  )
  return shown.isEmpty ? list : <Section title={t.trusted}>{list}</Section>
}

function Dialogs({
  shown: { search, show, context },
  domains,
}: {
  readonly shown: ShownDomains
  readonly domains: readonly Domain[]
}): ReactNode {
  const { add, edit, remove } = search
  const close = (): void => show({ add: undefined, edit: undefined, remove: undefined })
  const removed = domains.find(({ domain }) => domain === remove)
  if (add) return <DomainDialog domains={domains} onClose={close} />
  if (edit !== undefined) {
    return (
      <DomainDialog
        key={edit}
        name={edit}
        domains={domains}
        onRemove={() => show({ edit: undefined, remove: edit })}
        onClose={close}
      />
    )
  }
  return removed && <RemoveDomain entry={removed} t={context.t} onClose={close} />
}

function RemoveDomain({
  entry,
  t,
  onClose,
}: {
  readonly entry: Domain
  readonly t: DomainsTexts
  readonly onClose: () => void
}): ReactNode {
  const editConfig = useEditConfig()
  const { domain } = entry
  return (
    <ConfirmAction
      title={t.removeTitle}
      consequence={fill(t.removeConsequence, {
        domain: (
          <bdi className="mono strong" dir="ltr">
            {domain}
          </bdi>
        ),
      })}
      pending="removing"
      run={() => editConfig(({ domains }) => ({ domains: removeDomain(domains, domain) }))}
      onDone={() => {
        onClose()
        showToast({
          text: t.removed,
          undo: () => editConfig(({ domains }) => ({ domains: replaceDomain(domains, domain, entry) })),
        })
      }}
      onClose={onClose}
    />
  )
}
