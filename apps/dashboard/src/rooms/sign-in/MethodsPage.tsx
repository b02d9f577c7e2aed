import type { ReactNode } from 'react'

import type { ProjectConfig } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { TabbedHead } from '../../page/TabbedHead.tsx'
import { methodsTexts } from '../../texts/en/methods.ts'

/** Title and tabs of the pages about sign-in, and the settings of the current one. */
export function MethodsPage({
  actions,
  lead,
  children,
}: {
  /** Default: the settings are saved at once. */
  readonly lead?: string
  readonly actions?: ReactNode
  /**
   * The settings, each with the right to change it (see `Editable`).
   *
   * @param config undefined while it loads
   */
  readonly children: (config: ProjectConfig | undefined) => ReactNode
}): ReactNode {
  const t = useTexts(methodsTexts)
  return (
    <>
      <TabbedHead
        title={t.title}
        lead={lead ?? t.lead}
        actions={actions}
        label={t.tabs.label}
        tabs={[
          { path: 'sign-in', label: t.tabs.methods },
          { path: 'sign-in/rules', label: t.tabs.rules },
          { path: 'sign-in/users', label: t.tabs.users },
          { path: 'sign-in/sessions', label: t.tabs.sessions },
          { path: 'sign-in/access-tokens', label: t.tabs.accessTokens },
          { path: 'sign-in/previous-system', label: t.tabs.oldSystem },
        ]}
      />
      <Loaded query={useProject()} failed={t.loadFailed} skeleton={children(undefined)}>
        {({ config }) => children(config)}
      </Loaded>
    </>
  )
}
