import { basename, resolve } from 'node:path'

import { canAsk, requireConfirmation } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { explainError } from '../kernel/explain.ts'
import { Failure } from '../kernel/failure.ts'
import { note, print, printJson } from '../kernel/output.ts'
import { requireSafeUrl } from '../kernel/http-url.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { DEVELOPMENT_SERVICE, readOption, type ProjectOptions } from '../kernel/settings.ts'
import { AppFolder } from './app-folder.ts'
import { packageOf, planApp, readAppVariable, type ProjectSettings } from './app-plan.ts'
import { chooseFramework, choosePackageManager, chooseSides, type ChoiceOptions, type Framework } from './choices.ts'
import { chooseKeys, type KeyOptions, type NamedProject } from './key-choice.ts'
import { fillPlaceholders, findMissingKeys, withPlaceholders, type MissingKeys } from './missing-keys.ts'
import { openInBrowser } from './open-in-browser.ts'
import { installCommand, runInstall, type PackageManager } from './package-manager.ts'
import { isComplete, type Plan } from './plan.ts'
import { createKeysOf, findProject, type CreatedKeys, type KeyRequest } from './project-keys.ts'
import { askText } from './questions.ts'
import { writeFiles } from './write-files.ts'

export interface InitOptions extends ChoiceOptions, ProjectOptions, KeyOptions {
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
  readonly missing: MissingKeys
  /** Null if nothing is created in the service. */
  readonly request: KeyRequest | null
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
  const created = isDone ? null : await carryOut(setup, options)
  // Also without changes, because it restores the rights of the file with the keys.
  if (created === null) await writeFiles(folder, plan.files)
  const projectId = created?.project.id ?? setup.settings.projectId
  if (options.json) printJson({ ...describe(setup, !isDone), project_id: projectId || null })
  else await showNextSteps(setup, { isDone, created }, options)
}

/** Installs packages and creates keys. Writes the files too if it creates keys, and returns the keys. */
async function carryOut(setup: Setup, options: InitOptions): Promise<CreatedKeys | null> {
  const { folder, command, request, missing, plan, settings } = setup
  const openProject = request && (await findProject(request, settings.apiUrl, mayAsk(options)))
  const question = request === null ? 'Write these files?' : 'Create this, and write these files?'
  await requireConfirmation(question, options.yes === true)
  if (command !== null) {
    await requireService(settings.apiUrl)
    await runInstall(folder.path, command)
  }
  if (openProject === null) return null
  const created = await createKeysOf(await openProject(), missing, folder.path)
  try {
    await writeFiles(folder, fillPlaceholders(plan.files, created.values))
  } catch (error) {
    throw new Failure(
      `${explainError(error)}\n${await revokeKeys(created)} Run portico init --create-keys to continue.`,
    )
  }
  return created
}

/**
 * Revokes keys that the app did not get. Returns a sentence about their state instead of throwing, so that the first
 * error is not lost.
 */
async function revokeKeys(created: CreatedKeys): Promise<string> {
  const { id, project } = created
  try {
    await created.revoke()
    return 'The new keys are revoked.'
  } catch (error) {
    const command = `portico keys revoke ${id} --project-id ${project.id}`
    return `The new keys with the id ${id} are still valid, because they could not be revoked: ${explainError(error)}\nRevoke them with ${command}.`
  }
}

function mayAsk({ yes, json, dryRun }: InitOptions): boolean {
  return !yes && !json && !dryRun
}

async function prepare(path: string | undefined, options: InitOptions): Promise<Setup> {
  const folder = await openFolder(path)
  const framework = await chooseFramework(folder, options)
  const sides = framework === 'js' ? await chooseSides(options) : { client: true, server: true }
  const settings = readSettings(folder, options)
  const withKeys = planApp(folder, framework, sides, withPlaceholders(settings))
  const missing = findMissingKeys(withKeys)
  const request =
    withKeys.obstacles.length > 0
      ? null
      : await chooseKeys(missing, findNamedProject(folder, settings), options, mayAsk(options))
  const plan = request === null ? planApp(folder, framework, sides, settings) : withKeys
  const manager = await choosePackageManager(folder, options)
  const packages = missingPackages(folder, framework, settings.apiUrl, options.neon === true)
  const command = packages.length === 0 ? null : installCommand(manager, packages)
  return { folder, framework, manager, settings, command, plan, missing, request }
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

function findNamedProject(folder: AppFolder, settings: ProjectSettings): NamedProject {
  const { projectId, publishableClientKey, secretServerKey } = settings
  const keys = [
    publishableClientKey,
    secretServerKey,
    readAppVariable(folder, 'PUBLISHABLE_CLIENT_KEY'),
    readAppVariable(folder, 'SECRET_SERVER_KEY'),
  ]
  return {
    apiUrl: settings.apiUrl,
    projectId: projectId || readAppVariable(folder, 'PROJECT_ID'),
    hasKey: keys.some(Boolean),
    suggestedName: basename(folder.path),
  }
}

function readSettings(folder: AppFolder, options: ProjectOptions): ProjectSettings {
  const ofApp = readAppVariable(folder, 'API_URL')
  const known = ofApp !== undefined && URL.canParse(ofApp) ? ofApp : DEVELOPMENT_SERVICE
  const apiUrl = readOption(options.apiUrl, 'API_URL') ?? known
  requireSafeUrl(apiUrl, '--api-url')
  return {
    // A service has no path.
    apiUrl: new URL(apiUrl).origin,
    projectId: requirePlain(readOption(options.projectId, 'PROJECT_ID'), '--project-id'),
    publishableClientKey: requirePlain(
      readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY'),
      '--publishable-client-key',
    ),
    // Not an option: other users of the computer can see a process's options.
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

function showPlan({ folder, framework, manager, settings, command, plan, request }: Setup): void {
  print(`${frameworkNames[framework]} with ${manager} in ${folder.path}\n`)
  if (command !== null) print(`  run     ${command}`)
  if (request !== null) print(`  create  ${nameRequest(request)} at ${settings.apiUrl}`)
  for (const { path, change } of plan.files) print(`  ${change.padEnd(6)}  ${path}`)
  for (const { path } of plan.obstacles) print(`  refuse  ${path}`)
  print('')
}

function nameRequest(request: KeyRequest): string {
  if (request.creates === 'project') return `the project "${toPlainText(request.name)}" and its keys`
  return `keys of ${request.projectId === undefined ? 'your project' : `the project ${request.projectId}`}`
}

function describe({ folder, framework, manager, command, plan, settings, request }: Setup, isWritten: boolean): object {
  return {
    folder: folder.path,
    framework,
    package_manager: manager,
    api_url: settings.apiUrl,
    project_id: settings.projectId || null,
    creates_project: request?.creates === 'project' ? request.name : null,
    creates_keys: request !== null,
    install_command: command,
    files: plan.files.map(({ path, change }) => ({ path, change })),
    obstacles: plan.obstacles.map(({ path, problem, byHand }) => ({ path, problem, by_hand: byHand })),
    is_written: isWritten,
  }
}

async function showNextSteps(
  { framework, manager, settings, folder }: Setup,
  { isDone, created }: { readonly isDone: boolean; readonly created: CreatedKeys | null },
  options: InitOptions,
): Promise<void> {
  print(isDone ? 'Portico is set up. There is nothing to change.' : 'Portico is set up.')
  if (created) {
    const { project, expiresAt } = created
    const end = expiresAt.toISOString().slice(0, 10)
    note(`The app has keys of the project ${toPlainText(project.displayName)}. They are valid until ${end}.`)
  }
  const needsKeys = settings.projectId === '' && hasEmptyVariables(folder)
  if (needsKeys) {
    note(
      `The app has no project yet. Create one with portico init --create-project <name>, or in the dashboard at ${settings.apiUrl} and copy its keys into .env.local.`,
    )
  }
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
