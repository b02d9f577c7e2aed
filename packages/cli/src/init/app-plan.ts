import type { AppFolder } from './app-folder.ts'
import type { Framework } from './choices.ts'
import { ignoreFile, isIgnoredBy, mergeVariables, readVariables, type Variables } from './environment-file.ts'
import { readGitState } from './git.ts'
import { isBuiltByVite, planJavaScript, type PublicSettings, type Sides } from './javascript-files.ts'
import { planNextjs } from './nextjs-files.ts'
import { PlanBuilder, type Plan } from './plan.ts'
import { planReact } from './react-files.ts'

/** The settings of a project. They are empty until they are known. */
export interface ProjectSettings extends PublicSettings {
  readonly secretServerKey: string
}

const ENVIRONMENT_FILE = '.env.local'
const SECRET_VARIABLE = 'PORTICO_SECRET_SERVER_KEY'
const trackedFile = `Remove it from the repository, but not from this computer: git rm --cached ${ENVIRONMENT_FILE}
Its earlier content stays in the history: replace the secrets in it.`
/** The environment files whose values `.env.local` would replace. */
const otherEnvironmentFiles = ['.env', '.env.development', '.env.production']

/** A framework's package, as its name below `/packages` of a service. */
export const packageOf = { next: 'nextjs', react: 'react', js: 'client' } as const satisfies Record<Framework, string>

/** Plans all files of an app. Nothing is written. */
export function planApp(folder: AppFolder, framework: Framework, sides: Sides, settings: ProjectSettings): Plan {
  const plan = new PlanBuilder(folder)
  if (framework === 'next') planNextjs(folder, plan)
  else if (framework === 'react') planReact(folder, plan)
  else planJavaScript(folder, plan, sides, settings)
  planEnvironment(folder, plan, variablesOf(folder, framework, sides, settings))
  return plan.build()
}

function planEnvironment(folder: AppFolder, plan: PlanBuilder, variables: Variables): void {
  const elsewhere = new Set(otherEnvironmentFiles.flatMap((file) => [...readVariables(folder.read(file) ?? '').keys()]))
  const wanted = Object.fromEntries(Object.entries(variables).filter(([name]) => !elsewhere.has(name)))
  if (Object.keys(wanted).length === 0) return
  const git = readGitState(folder.path, ENVIRONMENT_FILE)
  if (git?.isTracked && SECRET_VARIABLE in wanted) {
    plan.refuse(ENVIRONMENT_FILE, 'is tracked by Git, and would get a secret key', trackedFile)
    return
  }
  plan.merge('.gitignore', (text) => {
    const isIgnored = git?.isIgnored ?? isIgnoredBy(text, ENVIRONMENT_FILE)
    return isIgnored ? text : ignoreFile(text, ENVIRONMENT_FILE)
  })
  plan.merge(ENVIRONMENT_FILE, (text) => mergeVariables(text, wanted, '# Portico'), { isSecret: true })
}

/** The value of a Portico variable in the app's environment files, such as `PROJECT_ID`. */
export function readAppVariable(folder: AppFolder, name: string): string | undefined {
  const files = [ENVIRONMENT_FILE, ...otherEnvironmentFiles].map((file) => readVariables(folder.read(file) ?? ''))
  const names = ['NEXT_PUBLIC_', 'VITE_', ''].map((prefix) => `${prefix}PORTICO_${name}`)
  return files.flatMap((variables) => names.map((full) => variables.get(full))).find((value) => value !== undefined)
}

function variablesOf(folder: AppFolder, framework: Framework, sides: Sides, settings: ProjectSettings): Variables {
  if (framework === 'next') return { ...publicVariables('NEXT_PUBLIC_', settings), ...secretVariables(settings) }
  if (framework === 'react') return publicVariables('VITE_', settings)
  return {
    ...(sides.client && isBuiltByVite(folder) && publicVariables('VITE_', settings)),
    ...(sides.server && { ...publicVariables('', settings), ...secretVariables(settings) }),
  }
}

function publicVariables(prefix: string, { apiUrl, projectId, publishableClientKey }: PublicSettings): Variables {
  return {
    [`${prefix}PORTICO_API_URL`]: apiUrl,
    [`${prefix}PORTICO_PROJECT_ID`]: projectId,
    [`${prefix}PORTICO_PUBLISHABLE_CLIENT_KEY`]: publishableClientKey,
  }
}

function secretVariables({ secretServerKey }: ProjectSettings): Variables {
  return { [SECRET_VARIABLE]: secretServerKey }
}
