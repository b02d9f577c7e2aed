import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject, useProjectName } from '../data/projects.ts'
import { TabCount, TabLinks } from '../kit/Tabs.tsx'
import { PageHead, type PageHeadProps } from '../shell/PageHead.tsx'

export interface TabbedHeadProps extends Omit<PageHeadProps, 'of'> {
  /** What the tabs are. */
  readonly label: string
  /** Each with its path below the project. */
  readonly tabs: readonly { readonly path: string; readonly label: string; readonly count?: string | undefined }[]
}

/** The head of a room whose parts have addresses of their own. */
export function TabbedHead({ label, tabs, ...head }: TabbedHeadProps): ReactNode {
  const base = `/projects/${useCurrentProject().id}/`
  return (
    <>
      <PageHead {...head} of={useProjectName()} />
      <div className="head-tabs">
        <TabLinks label={label}>
          {tabs.map((tab) => (
            <Link
              key={tab.path}
              to={base + tab.path}
              // A drawer of a tab has a longer path, but so have other tabs.
              activeOptions={{ exact: tabs.some(({ path }) => path.startsWith(`${tab.path}/`)), includeSearch: false }}
            >
              {tab.label}
              {tab.count !== undefined && <TabCount>{tab.count}</TabCount>}
            </Link>
          ))}
        </TabLinks>
      </div>
    </>
  )
}
