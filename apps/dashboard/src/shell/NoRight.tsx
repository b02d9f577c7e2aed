import { fill } from '@portico/ui/language/fill'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../data/projects.ts'
import { useStaffRole } from '../data/staff-rights.ts'
import { buttonLook } from '../kit/Button.tsx'
import { Empty } from '../kit/States.tsx'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { recordsTexts } from '../texts/en/records.ts'

/** Replaces a page that the signed-in person's role may not open. */
export function NoRight(): ReactNode {
  const t = useTexts(recordsTexts).staff
  const { product } = useTexts(shellTexts)
  const { id: projectId } = useCurrentProject()
  const role = useStaffRole(projectId)
  return (
    <>
      <title>{`${t.noRight.title} · ${product}`}</title>
      <Empty
        isPage
        icon={<Lock />}
        title={t.noRight.title}
        text={role && fill(t.noRight.text, { role: <b className="strong">{t.roles[role]}</b> })}
        action={
          <Link to="/projects/$projectId" params={{ projectId }} {...buttonLook({})}>
            {t.noRight.action}
          </Link>
        }
      />
    </>
  )
}
