import type { Project } from '../records/projects/project.ts'
import { nameInMail } from './name-in-mail.ts'

/** The last line of a mail: the service, and the project that it works for. The mails of the dashboard are its own. */
export function footerOf({ id, displayName }: Pick<Project, 'id' | 'displayName'>, baseUrl: string): string {
  const customer = id === 'internal' ? '' : ` for ${nameInMail(displayName)}`
  return `Sent${customer} by Portico at ${new URL(baseUrl).host}.`
}
