import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { MailTemplate } from '../../data/email-templates.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { serviceLanguages } from '@portico/client/admin'
import { mailLanguageName } from '../../language/mail-languages.ts'
import { useTexts } from '../../language/useTexts.ts'
import { choice, partBinding } from '../../page/form/fields.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import { editorAddress } from './address.ts'

export interface LanguageChoiceProps {
  readonly template: MailTemplate
  readonly projectLocale: string
}

/** Shows the template in another language. Its address differs, so the page asks about changes first. */
export function LanguageChoice({ template: { locale, type }, projectLocale }: LanguageChoiceProps): ReactNode {
  const t = useTexts(templatesTexts)
  const { id: projectId } = useCurrentProject()
  const navigate = useNavigate()
  const field = choice<string>({
    label: t.language,
    initial: projectLocale,
    options: serviceLanguages.map((tag) => ({
      value: tag,
      label: tag === projectLocale ? t.defaultLanguage(mailLanguageName(tag)) : mailLanguageName(tag),
    })),
  })
  const open = (chosen: string): void =>
    void navigate({
      to: '/projects/$projectId/emails/$type',
      params: { projectId, type },
      search: editorAddress.read(chosen === projectLocale ? {} : { locale: chosen }),
    })
  return field.render(partBinding('locale', locale, open), false)
}
