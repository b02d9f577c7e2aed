import { spawn } from 'node:child_process'

const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a page in the browser of the user. Does nothing if there is none, such as on a server. */
export function openInBrowser(url: string): void {
  const [program, ...args] = programs[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
