import type { PartnerAuthorization } from '@portico/client/admin'
import { useRef, type ReactNode } from 'react'

import { leaveFor, useGivePartnerAccess } from '../../data/partner-access.ts'
import { useCreateProject } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { FormOnPage } from '../../page/form/FormOnPage.tsx'
import { partnerAccessTexts } from '../../texts/en/partner-access.ts'
import { accessFields, NEW_PROJECT, type AccessForm, type OfferedProject } from './forms.ts'

/** The choice of the project, and the two answers. */
export function AccessChoice({
  uid,
  asked,
  projects,
}: {
  readonly uid: string
  readonly asked: PartnerAuthorization
  readonly projects: readonly OfferedProject[]
}): ReactNode {
  const t = useTexts(partnerAccessTexts)
  const createProject = useCreateProject()
  const giveAccess = useGivePartnerAccess(uid)
  // The access may fail after the creation, for a sign-in that is not recent. Repeating it must not create another
  // project.
  const created = useRef<OfferedProject>(null)
  const projectIdOf = async ({ name, project }: AccessForm): Promise<string> => {
    if (project !== NEW_PROJECT) return project
    const displayName = name.trim()
    if (created.current?.displayName !== displayName) {
      created.current = { displayName, id: await createProject({ displayName, config: {} }) }
    }
    return created.current.id
  }
  return (
    <FormOnPage
      label={t.title}
      fields={accessFields(t, projects, asked.externalProjectName)}
      isHidden={({ project }) => (project === NEW_PROJECT ? [] : ['name'])}
      submit={t.allow}
      pending="givingAccess"
      onSubmit={async (values) => {
        await giveAccess(await projectIdOf(values))
        return true
      }}
      other={
        <Button variant="ghost" onClick={() => leaveFor(asked.refusalUrl)}>
          {t.refuse}
        </Button>
      }
    />
  )
}
