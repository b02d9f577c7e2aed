import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import type { AppFolder } from './app-folder.ts'
import type { PlanBuilder } from './plan.ts'
import { addImports, indentOf, withIndent, wrapChildren, wrapElement } from './source-text.ts'

const porticoModule = `import { PorticoClientApp } from '@portico/react'

// Reads the VITE_PORTICO variables of .env.local.
export const portico = new PorticoClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
`

const rootComponent = (imported: string, props: string): string => `${imported}
import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
import '@portico/react/styles.css'
import { portico } from './portico'

/** Your app, and the sign-in pages of Portico below /handler. */
export function PorticoRoot(${props}) {
  const path = window.location.pathname
  return (
    <PorticoProvider app={portico}>
      <PorticoTheme>
        <Suspense fallback={null}>
          {path.startsWith('/handler/') ? <PorticoHandler app={portico} location={path} fullPage /> : children}
        </Suspense>
      </PorticoTheme>
    </PorticoProvider>
  )
}
`

const rootImport = "import { PorticoRoot } from './PorticoRoot'"
const entries = ['tsx', 'jsx', 'ts', 'js'].flatMap((extension) => [`src/main.${extension}`, `src/index.${extension}`])

/** Plans the files of a React app that Vite builds. */
export function planReact(folder: AppFolder, plan: PlanBuilder): void {
  if (folder.dependency('vite') === null) {
    throw new Failure(
      'The app does not use Vite. With another bundler, choose --js and see the README of @portico/react.',
      exitCodes.usage,
    )
  }
  const entry = folder.find(entries)
  if (entry === null) throw new Failure(`The app has none of these files: ${entries.join(', ')}.`)
  const indent = indentOf(folder.read(entry) ?? '')
  const isTyped = folder.isTypeScript
  const component = isTyped
    ? rootComponent("import { Suspense, type ReactNode } from 'react'", '{ children }: { children: ReactNode }')
    : rootComponent("import { Suspense } from 'react'", '{ children }')
  plan.create(`src/portico.${isTyped ? 'ts' : 'js'}`, porticoModule)
  plan.create(`src/PorticoRoot.${isTyped ? 'tsx' : 'jsx'}`, withIndent(component, indent))
  plan.edit(entry, wrapApp, instructions)
}

function wrapApp(source: string): string | null {
  if (source.includes('PorticoRoot')) return source
  const wrapped =
    wrapElement(source, 'App', ['PorticoRoot']) ??
    wrapChildren(source, 'StrictMode', ['PorticoRoot']) ??
    wrapChildren(source, 'React.StrictMode', ['PorticoRoot'])
  return wrapped === null ? null : addImports(wrapped, [rootImport])
}

const instructions = `Add this import:

${rootImport}

and put <PorticoRoot> around the element that you render, such as:

<PorticoRoot>
  <App />
</PorticoRoot>`
