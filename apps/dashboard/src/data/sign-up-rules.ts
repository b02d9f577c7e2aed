import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectConfig } from './project-config.ts'
import type { ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

export type SignUpRule = ProjectConfig['signUpRules'][number]
export type SignUpRulesTrial = Awaited<ReturnType<ProjectApp['trySignUpRules']>>

const signUpRules = resource('signUpRules', {
  reads: {
    trial: ({ app }, rules: readonly SignUpRule[]): Promise<SignUpRulesTrial> => app.trySignUpRules(rules),
  },
})

/** What rules, stored or not, would have done with the latest sign-ups to the current project. */
export function useSignUpRulesTrial(rules: readonly SignUpRule[]): UseQueryResult<SignUpRulesTrial> {
  return signUpRules.useRead('trial', [rules], { meanwhile: 'previous' })
}
