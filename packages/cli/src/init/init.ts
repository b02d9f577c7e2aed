import { resolve } from 'node:path'

import { canAsk, requireConfirmation } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { note, print, printJson } from '../kernel/output.ts'
import { requireSafeUrl } from '../kernel/http-url.ts'
import { DEVELOPMENT_SERVICE, readOption, type ProjectOptions } from '../kernel/settings.ts'
import { AppFolder } from './app-folder.ts'
import { packageOf, planApp, type ProjectSettings } from './app-plan.ts'
import { chooseFramework, choosePackageManager, chooseSides, type ChoiceOptions, type Framework } from './choices.ts'
import { openInBrowser } from './open-in-browser.ts'
import { installCommand, runInstall, type PackageManager } from './package-manager.ts'
import { isComplete, type Plan } from './plan.ts'
import { askText } from './questions.ts'
import { writeFiles } from './write-files.ts'

export interface InitOptions extends ChoiceOptions, ProjectOptions {
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
  readonly neon?: true
  /** False with `--no-browser`. */
  readonly browser: boolean
}

/** What is known about the app before anything is written. */
interface Setup {
  readonly folder: AppFolder
  readonly framework: Framework
  readonly manager: PackageManager
  readonly settings: ProjectSettings
  /** Null if the packages are dependencies of the app. */
  readonly command: string | null
  readonly plan: Plan
}

const HEALTH_MILLIS = 5_000
const NEON_DRIVER = '@neondatabase/serverless'

const frameworkNames: Readonly<Record<Framework, string>> = {
  next: 'Next.js',
  react: 'React with Vite',
  js: 'JavaScript',
}

/** Sets Portico up in an app. A second run changes nothing. */
export async function init(path: string | undefined, options: InitOptions): Promise<void> {
  const setup = await prepare(path, options)
  const { plan, command, folder } = setup
  const isDone = isComplete(plan) && command === null
  if (options.json) {
    if (options.dryRun || plan.obstacles.length > 0) printJson(describe(setup, false))
  } else showPlan(setup)
  if (plan.obstacles.length > 0) {
    throw new Failure(
      `${plan.obstacles.map(({ path: file, problem, byHand }) => `${file} ${problem}. ${byHand}`).join('\n\n')}\n\nNothing was changed.`,
      options.dryRun ? exitCodes.findings : exitCodes.failure,
    )
  }
  if (options.dryRun) return
  if (!isDone) {
    await requireConfirmation('Write these files?', options.yes === true)
    if (command !== null) {
      await requireService(setup.settings.apiUrl)
      await runInstall(folder.path, command)
    }
  }
  // Also without changes, because it restores the rights of the file with the keys.
  await writeFiles(folder, plan.files)
  if (options.json) printJson(describe(setup, !isDone))
  else await showNextSteps(setup, isDone, options)
}

async function prepare(path: string | undefined, options: InitOptions): Promise<Setup> {
  const folder = await openFolder(path)
  const framework = await chooseFramework(folder, options)
  const sides = framework === 'js' ? await chooseSides(options) : { client: true, server: true }
  const settings = readSettings(options)
  const plan = planApp(folder, framework, sides, settings)
  const manager = await choosePackageManager(folder, options)
  const packages = missingPackages(folder, framework, settings.apiUrl, options.neon === true)
  const command = packages.length === 0 ? null : installCommand(manager, packages)
  return { folder, framework, manager, settings, command, plan }
}

async function openFolder(path: string | undefined): Promise<AppFolder> {
  const current = process.cwd()
  try {
    return new AppFolder(resolve(path ?? current))
  } catch (error) {
    if (path !== undefined || !canAsk()) throw error
    note((error as Error).message)
    return new AppFolder(resolve(await askText('Folder of your app: ', (error as Error).message)))
  }
}

function readSettings(options: ProjectOptions): ProjectSettings {
  const apiUrl = readOption(options.apiUrl, 'API_URL') ?? DEVELOPMENT_SERVICE
  requireSafeUrl(apiUrl, '--api-url')
  return {
    // A service has no path.
    apiUrl: new URL(apiUrl).origin,
    projectId: requirePlain(readOption(options.projectId, 'PROJECT_ID'), '--project-id'),
    publishableClientKey: requirePlain(
      readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY'),
      '--publishable-client-key',
    ),
    // Not an option: other users of the computer see the options of a process.
    secretServerKey: requirePlain(readOption(undefined, 'SECRET_SERVER_KEY'), 'PORTICO_SECRET_SERVER_KEY'),
  }
}

/** Refuses characters that an environment file or a string of JavaScript would interpret. */
function requirePlain(value = '', name: string): string {
  if (/^[\w-]*$/.test(value)) return value
  throw new Failure(`${name} may have letters, digits, "-" and "_" only.`, exitCodes.usage)
}

function missingPackages(folder: AppFolder, framework: Framework, apiUrl: string, hasNeon: boolean): string[] {
  const name = packageOf[framework]
  return [
    ...(folder.dependency(`@portico/${name}`) === null ? [`${apiUrl}/packages/${name}.tgz`] : []),
    ...(hasNeon && folder.dependency(NEON_DRIVER) === null ? [NEON_DRIVER] : []),
  ]
}

/** The package manager would only say that it could not connect. */
async function requireService(apiUrl: string): Promise<void> {
  const answer = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(HEALTH_MILLIS) }).catch(() => null)
  await answer?.body?.cancel()
  if (answer?.ok) return
  throw new Failure(
    `The service at ${apiUrl} does not answer, and the packages come from it. Start it, or pass its address as --api-url. Nothing was changed.`,
  )
}

function showPlan({ folder, framework, manager, command, plan }: Setup): void {
  print(`${frameworkNames[framework]} with ${manager} in ${folder.path}\n`)
  if (command !== null) print(`  run     ${command}`)
  for (const { path, change } of plan.files) print(`  ${change.padEnd(6)}  ${path}`)
  for (const { path } of plan.obstacles) print(`  refuse  ${path}`)
  print('')
}

function describe({ folder, framework, manager, command, plan, settings }: Setup, isWritten: boolean): object {
  return {
    folder: folder.path,
    framework,
    package_manager: manager,
    api_url: settings.apiUrl,
    project_id: settings.projectId || null,
    install_command: command,
    files: plan.files.map(({ path, change }) => ({ path, change })),
    obstacles: plan.obstacles.map(({ path, problem, byHand }) => ({ path, problem, by_hand: byHand })),
    is_written: isWritten,
  }
}

async function showNextSteps(
  { framework, manager, settings, folder }: Setup,
  isDone: boolean,
  options: InitOptions,
): Promise<void> {
  print(isDone ? 'Portico is set up. There is nothing to change.' : 'Portico is set up.')
  const needsKeys = settings.projectId === '' && hasEmptyVariables(folder)
  if (needsKeys) note(`Create a project in the dashboard at ${settings.apiUrl} and copy its keys into .env.local.`)
  if (framework !== 'js') note(`Start the app with ${manager} run dev, and open /handler/sign-up.`)
  else
    note(
      'Use the app object: await porticoClient.getUser() in a browser, porticoServer.getUser({ tokenStore: request }) on a server.',
    )
  if (needsKeys && options.browser && canAsk()) openInBrowser(settings.apiUrl)
}

function hasEmptyVariables(folder: AppFolder): boolean {
  return /^\w*PORTICO_PROJECT_ID=$/m.test(folder.read('.env.local') ?? '')
}
