import { styleText } from 'node:util'

import type { Portico } from './create-portico.ts'
import type { Settings } from './settings.ts'

/** The text for the console after the start: the addresses of the service. */
export async function banner(settings: Settings, portico: Pick<Portico, 'firstAdminLink'>): Promise<string> {
  const lines: [string, string][] = [['Service', settings.baseUrl]]
  if (settings.mode === 'development') {
    lines.push(
      ...(settings.demoUrl === null ? [] : [['Demo app', settings.demoUrl] satisfies [string, string]]),
      ['Mail inbox', `${settings.baseUrl}/dev/inbox`],
      ['Providers', `${settings.baseUrl}/dev/providers`],
    )
  }
  if (settings.role !== 'all') lines.push(['Role', settings.role])
  lines.push([
    'Database',
    settings.databaseUrl === null ? `embedded, in ${settings.dataDir} (not power-safe)` : 'PostgreSQL',
  ])
  const adminLink = settings.role === 'worker' ? null : await portico.firstAdminLink()
  if (adminLink !== null) lines.push(['First admin', adminLink])
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  return [
    '',
    `  ${styleText('bold', 'Portico')} is up (${settings.mode})`,
    '',
    ...lines.map(([label, value]) => `  ${styleText('dim', label.padEnd(width))}${value}`),
    ...(adminLink === null ? [] : ['', `  ${styleText('dim', 'The first-admin link works once.')}`]),
    '',
  ].join('\n')
}
