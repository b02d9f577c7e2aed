import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import type { AppFolder } from './app-folder.ts'
import type { PlanBuilder } from './plan.ts'
import { addImports, declares, indentOf, withIndent, wrapChildren } from './source-text.ts'

const layoutImports = (toRoot: string): readonly string[] => [
  "import { PorticoProvider, PorticoTheme } from '@portico/nextjs'",
  "import '@portico/nextjs/styles.css'",
  "import { Suspense } from 'react'",
  `import { portico } from '${toRoot}/portico'`,
]
const wrappers = ['PorticoProvider app={portico}', 'PorticoTheme', 'Suspense fallback={null}']

const porticoModule = `import { createPortico } from '@portico/nextjs/server'

// Reads the PORTICO variables of .env.local. Only for the server.
export const portico = createPortico()
`

const handlerPage = (props: string): string => `import { PorticoHandler } from '@portico/nextjs'
import { portico } from '../../../portico'

${props}  return <PorticoHandler fullPage app={portico} routeProps={props} />
}
`

const typedProps = `interface HandlerProps {
  params: Promise<{ portico: string[] }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** The sign-in pages of Portico. */
export default function Handler(props: HandlerProps) {
`
const untypedProps = `/** The sign-in pages of Portico. */
export default function Handler(props) {
`

const loadingPage = `/** Shown while a page waits for its data. */
export default function Loading() {
  return <p aria-busy="true">Loading…</p>
}
`

/** Plans the files of an app with the App Router of Next.js. */
export function planNextjs(folder: AppFolder, plan: PlanBuilder): void {
  requireVersion(folder.dependency('next'))
  const app = ['app', 'src/app'].find((path) => folder.hasFolder(path))
  const layout = folder.find(['tsx', 'jsx', 'js'].map((extension) => `${app}/layout.${extension}`))
  if (app === undefined || layout === null) {
    throw new Failure('The app has no app/layout file. Portico needs the App Router of Next.js.', exitCodes.usage)
  }
  const indent = indentOf(folder.read(layout) ?? '')
  const extension = layout.slice(layout.lastIndexOf('.') + 1)
  const parent = app.slice(0, -'app'.length)
  plan.create(`${parent}portico.${extension === 'tsx' ? 'ts' : 'js'}`, porticoModule)
  plan.create(
    `${app}/handler/[...portico]/page.${extension}`,
    withIndent(handlerPage(extension === 'tsx' ? typedProps : untypedProps), indent),
  )
  plan.edit(layout, wrapBody, instructions)
  plan.createIfMissing(
    [extension, 'tsx', 'jsx', 'js'].map((other) => `${app}/loading.${other}`),
    withIndent(loadingPage, indent),
  )
}

function wrapBody(source: string): string | null {
  const wrapped = wrapChildren(source, 'body', wrappers)
  // A second import of the same name does not compile.
  const isKnown = declares(source, 'Suspense')
  const imports = layoutImports('..').filter((line) => !isKnown || !line.includes('Suspense'))
  return wrapped === null ? null : addImports(wrapped, imports)
}

const instructions = `Add these imports:

${layoutImports('..').join('\n')}

and put these elements around everything in <body>:

<PorticoProvider app={portico}>
  <PorticoTheme>
    <Suspense fallback={null}>{children}</Suspense>
  </PorticoTheme>
</PorticoProvider>`

function requireVersion(range: string | null): void {
  const major = /\d+/.exec(range ?? '')?.[0]
  if (major !== undefined && Number(major) < 15) {
    throw new Failure(`Portico needs Next.js 15 or newer. This app has ${range}.`)
  }
}
