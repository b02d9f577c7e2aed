import { fill } from '@portico/ui/language/fill'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject, useProject } from '../data/projects.ts'
import { Note } from '../kit/States.tsx'
import { useTexts } from '../language/useTexts.ts'
import { templatesTexts } from '../texts/en/templates.ts'

/** Says why the templates cannot be changed: the project sends through the shared mail server. */
export function SharedServerNote(): ReactNode {
  const t = useTexts(templatesTexts)
  const { id: projectId } = useCurrentProject()
  if (useProject().data?.config.emailConfig.type !== 'shared') return null
  return (
    <Note>
      {fill(t.shared, {
        server: (
          <Link to="/projects/$projectId/emails/server" params={{ projectId }}>
            {t.setUpServer}
          </Link>
        ),
      })}
    </Note>
  )
}
