import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Problem } from '../../data/template-problems.ts'
import { useTexts } from '../../language/useTexts.ts'
import { templatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'

export function ProblemMark({ problems }: { readonly problems: readonly Problem[] }): ReactNode {
  const { outline: t } = useTexts(templatesTexts)
  if (problems.length === 0) return null
  const isSevere = problems.some((problem) => problem.isSevere)
  return (
    <span className={isSevere ? 'danger-text' : 'warn-text'}>
      {isSevere ? <CircleAlert /> : <TriangleAlert />}
      <span className="sr">{t.problems(problems.length)}</span>
    </span>
  )
}

/** The problems in a part of the template, in words. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }): ReactNode {
  if (problems.length === 0) return null
  return (
    <ul className={css['problems']}>
      {problems.map(({ isSevere, text }) => (
        <li key={text} className={isSevere ? 'danger-text' : 'warn-text'}>
          {isSevere ? <CircleAlert /> : <TriangleAlert />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
