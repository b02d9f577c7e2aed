import type { AppFolder } from './app-folder.ts'
import type { PlanBuilder } from './plan.ts'

/** Where code that uses Portico runs. */
export interface Sides {
  readonly client: boolean
  readonly server: boolean
}

/** The public settings of a project. They are empty until they are known. */
export interface PublicSettings {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

const clientOfVite = `import { PorticoClientApp } from '@portico/client'

// For code in a browser. Reads the VITE_PORTICO variables of .env.local.
export const porticoClient = new PorticoClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
`

const client = ({ apiUrl, projectId, publishableClientKey }: PublicSettings): string =>
  `import { PorticoClientApp } from '@portico/client'

// For code in a browser. These values are public.
export const porticoClient = new PorticoClientApp({
  baseUrl: '${apiUrl}',
  projectId: '${projectId}',
  publishableClientKey: '${publishableClientKey}',
  tokenStore: 'cookie',
  redirectMethod: 'window',
})
`

const server = `import { PorticoServerApp } from '@portico/client/server'

// Only for the server. Reads the PORTICO variables of the environment: node --env-file=.env.local
export const porticoServer = new PorticoServerApp({ tokenStore: 'memory' })
`

/** Plans the files of an app without a framework. */
export function planJavaScript(folder: AppFolder, plan: PlanBuilder, sides: Sides, settings: PublicSettings): void {
  const parent = folder.hasFolder('src') ? 'src/' : ''
  const extension = folder.isTypeScript ? 'ts' : extensionOfModules(folder)
  if (sides.client) {
    plan.create(`${parent}portico/client.${extension}`, isBuiltByVite(folder) ? clientOfVite : client(settings))
  }
  if (sides.server) plan.create(`${parent}portico/server.${extension}`, server)
}

/** `npm init` writes the type CommonJS, in which Node runs a module only with this extension. */
function extensionOfModules({ manifest }: AppFolder): 'js' | 'mjs' {
  return manifest.type === 'commonjs' ? 'mjs' : 'js'
}

export function isBuiltByVite(folder: AppFolder): boolean {
  return folder.dependency('vite') !== null
}
