import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'

import type { ProductionModeError } from '../../data/project-config.ts'
import { State } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText } from '../../kit/Text.tsx'
import type { DomainsTexts } from '../../texts/en/domains.ts'
import type { Domain } from './domain-rules.ts'
import css from './domains.module.css'

export function domainColumns(
  t: DomainsTexts,
  findings: readonly ProductionModeError[],
  projectId: string,
  mayEdit: boolean,
): Column<Domain>[] {
  const ruleOf = (name: string): ProductionModeError['rule'] | undefined =>
    findings.find(({ domain }) => domain === name)?.rule
  const actions: Column<Domain> = {
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
  }
  return [
    {
      id: 'domain',
      head: t.columns.domain,
      onPhone: 'title',
      cell: ({ domain }) =>
        mayEdit ? (
          <Link
            to="/projects/$projectId/domains"
            params={{ projectId }}
            search={{ edit: domain }}
            className={`mono ${css['domain']}`}
            tabIndex={-1}
          >
            <CutText>{domain}</CutText>
          </Link>
        ) : (
          <CutText className="mono">{domain}</CutText>
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
    ...(mayEdit ? [actions] : []),
  ]
}
