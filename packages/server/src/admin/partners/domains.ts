import { KnownError } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/call.ts'
import type { Project } from '../../records/projects/project.ts'
import { findDomainProblem } from '../../records/projects/trusted-origins.ts'
import { changeSettings, type ProjectDependencies } from '../projects/projects.ts'
import type { SettingsCall } from '../projects/takeover-settings.ts'

const HANDLER_PATH = '/handler'

/** The trusted domains of a project, each once. */
export function listDomains({ config }: Project): string[] {
  return [...new Set(config.domains.map(({ domain }) => domain))]
}

/**
 * Adds a domain, unless the project trusts it already.
 *
 * @throws SCHEMA_ERROR for a domain that matches no URL, and the errors of `changeSettings`
 */
export async function addDomain(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  domain: string,
): Promise<void> {
  const added = { domain, handlerPath: HANDLER_PATH }
  const found = findDomainProblem(added)
  if (found) {
    throw new KnownError('SCHEMA_ERROR', {
      message: `The request has a trusted domain that cannot work:\n  - body.domain ${found.problem}`,
    })
  }
  await changeSettings(dependencies, call, ({ config: { domains } }) =>
    domains.some((known) => known.domain === domain) ? {} : { config: { domains: [...domains, added] } },
  )
}

/** Removes a domain, if the project has it. */
export async function removeDomain(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  domain: string,
): Promise<void> {
  await changeSettings(dependencies, call, ({ config: { domains } }) => ({
    config: { domains: domains.filter((known) => known.domain !== domain) },
  }))
}
