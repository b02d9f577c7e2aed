import type { Mode } from '../../kernel/mode.ts'

/** The operator's mail server, the project's own one, or the inbox of development mode. */
export type MailDestination = 'shared' | 'own' | 'inbox'

export interface MailDestinationSettings {
  readonly mode: Mode
  readonly smtpUrl: string | null
  readonly devSend: 'inbox' | 'own'
}

/** Returns where the mails of a project go. Development mode uses the projects' own mail servers only on request. */
export function mailDestination(
  { devSend, mode, smtpUrl }: MailDestinationSettings,
  hasOwnServer: boolean,
): MailDestination {
  if (hasOwnServer) return mode === 'production' || devSend === 'own' ? 'own' : 'inbox'
  return smtpUrl === null ? 'inbox' : 'shared'
}
