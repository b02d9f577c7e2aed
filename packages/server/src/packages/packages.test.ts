import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  clonedPackages,
  PackageNotBuilt,
  packageNames,
  type PackageFolders,
  type PackageId,
} from './package-folders.ts'
import { readPackage, type PackageFiles } from './package-files.ts'
import { packageRoutes } from './routes.ts'
import { packagesUrl, ServedPackages } from './served-packages.ts'
import { packTarball } from './tarball.ts'

const run = promisify(execFile)

let root: string
let app: string
let server: ServerType
let url: string

const folders: PackageFolders = {
  areFixed: false,
  read: async (id) => {
    if (id === 'cli') throw new PackageNotBuilt('It could not be built.')
    return readPackage(join(root, id))
  },
  close: () => {},
}

/** Writes a small package in place of ours. */
function writePackage(id: PackageId, code: string, dependencies?: Record<string, string>): void {
  mkdirSync(join(root, id, 'dist/deep'), { recursive: true })
  const manifest = {
    name: packageNames[id],
    version: '0.1.0',
    type: 'module',
    exports: './dist/deep/index.js',
    files: ['dist', 'README.md'],
    scripts: { prepack: 'exit 1' },
    dependencies,
    devDependencies: { '@portico/testkit': '0.1.0' },
  }
  writeFileSync(join(root, id, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, id, 'README.md'), '# Read me')
  writeFileSync(join(root, id, 'LICENSE'), 'MIT')
  writeFileSync(join(root, id, 'secret.env'), 'SECRET=1')
  writeFileSync(join(root, id, 'dist/deep/index.js'), code)
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'portico-packages-'))
  app = join(root, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  writePackage('client', "export const client = 'first client'")
  writePackage('react', "export { client } from '@portico/client'", { '@portico/client': '0.1.0' })
  await new Promise<void>((resolve) => {
    const routes = (): ReturnType<typeof packageRoutes> =>
      packageRoutes(new ServedPackages(folders, packagesUrl(url) ?? ''), true)
    server = serve({ fetch: (request) => routes().fetch(request), hostname: '127.0.0.1', port: 0 }, () => resolve())
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
})

async function install(address: string): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', address], { cwd: app })
}

async function clientOfApp(): Promise<string> {
  const code = "import('@portico/react').then(({ client }) => console.log(client))"
  return (await run(process.execPath, ['-e', code], { cwd: app })).stdout.trim()
}

describe('the packages of the service', () => {
  test('are installed by npm in an empty folder, with the packages that they depend on, and again after a build', async () => {
    await install(`${url}/packages/react.tgz`)
    const first = await clientOfApp()
    writePackage('client', "export const client = 'second client'")
    await install(`${url}/packages/react.tgz`)

    expect([first, await clientOfApp()]).toEqual(['first client', 'second client'])
  })

  test('contain the published files, and a manifest without what only the repository uses', async () => {
    const answer = await fetch(`${url}/packages/react.tgz`)
    const files = readTarball(Buffer.from(await answer.arrayBuffer()))

    expect(Object.keys(files)).toEqual([
      'package/package.json',
      'package/LICENSE',
      'package/README.md',
      'package/dist/deep/index.js',
    ])
    expect(JSON.parse(files['package/package.json'] ?? '')).toEqual({
      name: '@portico/react',
      version: expect.stringMatching(/^0\.1\.0-build-[0-9a-f]{10}$/),
      type: 'module',
      exports: './dist/deep/index.js',
      files: ['dist', 'README.md'],
      dependencies: {
        '@portico/client': expect.stringMatching(`^${url}/packages/client\\.tgz\\?0\\.1\\.0-build-[0-9a-f]{10}$`),
      },
    })
  })

  test('are the same bytes while the files are the same', async () => {
    const read = async (): Promise<Buffer> =>
      Buffer.from(await (await fetch(`${url}/packages/client.tgz`)).arrayBuffer())

    expect((await read()).equals(await read())).toBe(true)
  })

  test.each(['none.tgz', 'client', 'toString.tgz', '..%2fclient.tgz', '__proto__.tgz'])(
    'do not include %s',
    async (file) => {
      const answer = await fetch(`${url}/packages/${file}`)

      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('client.tgz')
    },
  )

  test('are unavailable, with the reason, if they cannot be built', async () => {
    const answer = await fetch(`${url}/packages/cli.tgz`)

    expect([answer.status, await answer.text()]).toEqual([503, 'It could not be built.'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    })
  })

  test('are read once if they stay the same while the service runs', async () => {
    let reads = 0
    const fixed = { ...folders, areFixed: true, read: (id: PackageId) => ((reads += 1), folders.read(id)) }
    const packages = new ServedPackages(fixed, url)

    await Promise.all([packages.tarball('client'), packages.tarball('react'), packages.tarball('client')])

    expect(reads).toBe(2)
  })

  test('are read again after a failure', async () => {
    let isBuilt = false
    const read = (id: PackageId): Promise<PackageFiles> => folders.read(isBuilt ? id : 'cli')
    const packages = new ServedPackages({ ...folders, areFixed: true, read }, url)

    await expect(packages.tarball('client')).rejects.toBeInstanceOf(PackageNotBuilt)
    isBuilt = true

    expect((await packages.tarball('client')).length).toBeGreaterThan(0)
  })

  test('are not built for a request in production in a clone', async () => {
    const cloned = clonedPackages(root, 'production')
    // `root/packages` is the folder of a clone.
    mkdirSync(join(root, 'packages'))
    cpSync(join(root, 'client'), join(root, 'packages/client'), { recursive: true })

    expect((await cloned.read('client')).manifest.name).toBe('@portico/client')
    await expect(cloned.read('react')).rejects.toThrow('The package @portico/react is not built. Run `npm run build`')
  })
})

test('an archive keeps paths of up to 256 bytes, which tar programs read, and refuses longer ones', async () => {
  const path = `package/${'folder/'.repeat(20)}${'f'.repeat(90)}.js`
  const archive = join(root, 'long.tgz')
  writeFileSync(archive, await packTarball([{ path, bytes: Buffer.from('content') }]))

  const { stdout } = await run('tar', ['tzf', archive])

  expect(stdout.trim()).toBe(path)
  await expect(async () => packTarball([{ path: 'x'.repeat(101), bytes: Buffer.alloc(0) }])).rejects.toThrow('too long')
})

/** Reads the files of an archive whose paths are short. */
function readTarball(bytes: Buffer): Record<string, string> {
  const tar = gunzipSync(bytes)
  const files: Record<string, string> = {}
  for (let at = 0; tar[at] !== 0;) {
    const path = tar.toString('utf8', at, tar.indexOf(0, at))
    const size = Number.parseInt(tar.toString('ascii', at + 124, at + 135), 8)
    files[path] = tar.toString('utf8', at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
