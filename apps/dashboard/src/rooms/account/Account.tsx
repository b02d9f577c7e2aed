import '@portico/react/styles.css'

import { AccountSettings, PorticoProvider, PorticoTheme } from '@portico/react'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { internalApp } from '../../data/session.ts'
import { CutText } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useLanguage } from '../../language/language.ts'
import { useLastProject } from '../../shell/last-project.ts'
import { firstRoom } from '../../shell/first-room.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import css from './account.module.css'

/** The account settings of the owner: the component that customers use, with the way back to the project. */
export function Account(): ReactNode {
  const t = useTexts(shellTexts)
  const language = useLanguage()
  const project = useLastProject()
  return (
    <PorticoProvider app={internalApp} lang={language}>
      <title>{`${t.account.settings} · ${t.product}`}</title>
      {project ? (
        <Link to={`/projects/$projectId${firstRoom}`} params={{ projectId: project.id }} className={css['back']}>
          <ArrowLeft className="flip" />
          <CutText>{t.account.backTo(project.displayName)}</CutText>
        </Link>
      ) : (
        <Link to="/projects" className={css['back']}>
          <ArrowLeft className="flip" />
          <span>{t.allProjects}</span>
        </Link>
      )}
      <div className={css['account']}>
        <PorticoTheme>
          <AccountSettings />
        </PorticoTheme>
      </div>
    </PorticoProvider>
  )
}
