import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { checksums, isVersion, notesOf, withPackageNames, withRelease, withSection, withVersion } from './release.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\nThe first.\n\n### API\n\n- Users.\n'

const root = join(import.meta.dirname, '..')

describe('the notes of a release', () => {
  test('are its section of the changelog', () => {
    expect(notesOf(changelog, '0.1.0')).toBe('The first.\n\n### API\n\n- Users.\n')
    expect(notesOf(changelog, '0.1')).toBeNull()
  })

  test('of a new version are the unreleased changes, once', () => {
    const next = withSection(changelog, '0.2.0')

    expect(notesOf(next, '0.2.0')).toBe('- New.\n')
    expect(notesOf(next, 'Unreleased')).toBeNull()
    expect(withSection(next, '0.2.0')).toBe(next)
    expect(notesOf(withSection(next, '0.3.0'), '0.3.0')).toBeNull()
  })

  test('exist for the version of the packages', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as {
      version: string
    }

    expect(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)).not.toBeNull()
  })

  test('of the first release say what it is, and no change from before it', () => {
    const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), '0.1.0')

    expect(notes?.match(/^### .*/gm)).toEqual(['### What it does', '### What you need to know'])
  })
})

test('a manifest gets the version, also for other packages of the release, and keeps ranges of others', () => {
  const manifest = {
    name: 'portico',
    version: '0.1.0',
    dependencies: { '@portico/client': '0.1.0', zod: '4.0.0' },
    devDependencies: { '@portico/ui': '*' },
  }

  expect(withVersion(manifest, '0.2.0', new Set(['@portico/client', '@portico/ui']))).toEqual({
    name: 'portico',
    version: '0.2.0',
    dependencies: { '@portico/client': '0.2.0', zod: '4.0.0' },
    devDependencies: { '@portico/ui': '*' },
  })
})

test.each([
  ['0.2.0', true],
  ['1.0.0-beta.1', true],
  ['v0.2.0', false],
  ['0.2', false],
  ['0.2.0; rm -rf .', false],
])('%s as a version: %s', (text, isOne) => {
  expect(isVersion(text)).toBe(isOne)
})

test('a release is added to the list with the version of its schema, once', () => {
  const source = readFileSync(join(root, 'packages/server/src/platform/db/releases.ts'), 'utf8')

  const next = withRelease(source, '9.8.7', 1_234)

  expect(next).toContain("  { version: '9.8.7', schema: 1234 },\n]")
  expect(withRelease(next, '9.8.7', 1_235)).toBe(next)
  for (const [, version = ''] of readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d.*)$/gm)) {
    expect(source).toContain(`{ version: '${version}', schema: `)
  }
})

test('checksums are lines of sha256sum', () => {
  expect(checksums([{ name: 'a.tgz', content: new TextEncoder().encode('abc') }])).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tgz\n',
  )
})

describe('the list of parts', () => {
  test('names packages, and not their folders', () => {
    const list = JSON.stringify({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'clone', purl: 'pkg:npm/%40portico/monorepo@0.1.0' } },
      components: [
        { name: 'cli', version: '0.1.0', purl: 'pkg:npm/portico@0.1.0' },
        { name: 'server', purl: 'pkg:npm/%40portico/server@0.1.0' },
        { name: 'other' },
      ],
    })

    const named = JSON.parse(withPackageNames(list)) as unknown

    expect(named).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: '@portico/monorepo', purl: 'pkg:npm/%40portico/monorepo@0.1.0' } },
      components: [
        { name: 'portico', version: '0.1.0', purl: 'pkg:npm/portico@0.1.0' },
        { name: '@portico/server', purl: 'pkg:npm/%40portico/server@0.1.0' },
        { name: 'other' },
      ],
    })
  })

  test('can be written, which requires that every package has the version of the release', () => {
    const versions = ['.', 'packages/server', 'apps/dashboard'].map((folder) => {
      const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
      return (JSON.parse(text) as { version?: string }).version
    })

    expect(new Set(versions)).toEqual(new Set([versions[0] ?? 'none']))
  })
})
