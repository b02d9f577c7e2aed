import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCreateFirstKeys } from '../../data/first-steps.ts'
import { useCreateProject } from '../../data/projects.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { projectsTexts } from '../../texts/en/projects.ts'
import { startTexts } from '../../texts/en/start.ts'
import { newProject, projectOf } from './forms.tsx'

/** Creates a project and leads to its first steps. */
export function CreateProject({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(projectsTexts)
  const { keys } = useTexts(startTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const createProject = useCreateProject()
  const createKeys = useCreateFirstKeys()
  return (
    <FormDialog
      title={t.create}
      lead={t.dialog.lead}
      pending="creating"
      fields={newProject(t, format)}
      onSubmit={async (values) => {
        const projectId = await createProject(projectOf(values))
        // Without keys the project is usable too: its first page offers to create them.
        await createKeys(projectId, keys.description).catch(() => null)
        await navigate({ to: '/projects/$projectId/start', params: { projectId } })
      }}
      onDone={() => undefined}
      onClose={onClose}
    />
  )
}
