import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { ImportRun } from '../../data/imports.ts'
import { useProjectName } from '../../data/projects.ts'
import { useTexts } from '../../language/useTexts.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { importsTexts } from '../../texts/en/imports.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { useSourceTitle } from './use-source-title.ts'

export interface ImportHeadProps {
  /** Null while it loads. */
  readonly run: ImportRun | null
  readonly actions?: ReactNode
  readonly primary?: { readonly label: string; readonly onClick: () => void } | undefined
}

export function ImportHead({ actions, primary, run }: ImportHeadProps): ReactNode {
  const t = useTexts(importsTexts)
  const { items } = useTexts(shellTexts)
  const titleOf = useSourceTitle()
  const { projectId = '' } = useParams({ strict: false })
  const path = `/projects/${projectId}/users`
  return (
    <PageHead
      title={run ? (run.isDryRun ? t.dryRunOf : t.importOf)(titleOf(run.source)) : t.title}
      lead={run?.isDryRun === false ? t.importLead : t.dryRunLead}
      of={useProjectName()}
      crumbs={[
        { label: items.users, to: path },
        { label: t.title, to: `${path}/import` },
      ]}
      actions={actions}
      primary={primary}
    />
  )
}
