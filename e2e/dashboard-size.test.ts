import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** Code and styles that the browser loads until Projects is usable. */
const FIRST_ROOM_MAX_BYTES = 200_000
/** A room, dialog or palette, without the files of the first room. */
const CHUNK_MAX_BYTES = 62_000

/**
 * Code and styles that the browser transfers in addition to the first room to open the mail editor. `npm run bench --
 * --only template-editor` measures it.
 */
const EDITOR_MAX_BYTES = 80_000
/** The headers of an answer of the service, as large as the code of a small file. */
const HEADERS_BYTES = 370
/** The mail editor, the frame of the project, and the parts of the SDK that both use. */
const editor = [
  'src/shell/ProjectLayout.tsx',
  'src/rooms/email-template/EditTemplate.tsx',
  '../../packages/client/src/admin/setting-effects.ts',
  '../../packages/client/src/admin/webhooks.ts',
]

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}

const folder = fileURLToPath(new URL('../packages/server/dashboard/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${folder}.vite/manifest.json`, 'utf8')) as Readonly<Record<string, Chunk>>

/** The files that a chunk and its imports need, optionally including imports on demand. */
function filesOf(name: string, seen: Set<string> = new Set(), isOnDemand = false): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen, isOnDemand)
  if (isOnDemand) for (const imported of chunk.dynamicImports ?? []) filesOf(imported, seen, isOnDemand)
  return seen
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(folder + file)).length, 0)
}

const first = new Set([...filesOf('index.html'), ...filesOf('src/rooms/projects/Projects.tsx')])

test('the dashboard loads at most 200 kB until Projects is usable, and everything else on demand', () => {
  const onDemand = Object.entries(manifest)
    .filter(([name, { isDynamicEntry }]) => isDynamicEntry && name.startsWith('src/') && !name.endsWith('Projects.tsx'))
    .map(([name]) => ({ name, bytes: sizeOf([...filesOf(name)].filter((file) => !first.has(file))) }))
    .toSorted((one, other) => other.bytes - one.bytes)

  const rows = [{ name: 'until Projects is usable', bytes: sizeOf(first) }, ...onDemand]
  process.stdout.write(`${rows.map(({ name, bytes }) => `${String(bytes).padStart(8)} B  ${name}`).join('\n')}\n`)
  expect(sizeOf(first)).toBeLessThanOrEqual(FIRST_ROOM_MAX_BYTES)
  expect(onDemand.filter(({ bytes }) => bytes > CHUNK_MAX_BYTES)).toEqual([])
})

test('the editor of mails opens with at most 80 kB on top of Projects', () => {
  const all = new Set(editor.flatMap((name) => [...filesOf(name)]))
  const files = [...all].filter((file) => !first.has(file))
  const bytes = sizeOf(files) + files.length * HEADERS_BYTES

  process.stdout.write(`${String(bytes).padStart(8)} B  the editor of mails, in ${files.length} files with headers\n`)
  expect(editor.filter((name) => manifest[name] === undefined)).toEqual([])
  expect(bytes).toBeLessThanOrEqual(EDITOR_MAX_BYTES)
})

test('the webhook portal can load no code of the session of the dashboard', () => {
  const withSession = (page: string): string[] =>
    [...filesOf(page, new Set(), true)].filter((file) =>
      readFileSync(folder + file, 'utf8').includes('portico-dashboard-sign-out'),
    )

  expect(withSession('index.html')).toHaveLength(1)
  expect(withSession('embed.html')).toEqual([])
})
