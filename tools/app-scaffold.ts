import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

export type Files = Readonly<Record<string, string>>

/** What `npm create vite` writes, as far as it matters here. */
export const viteScaffold: Files = {
  'package.json': JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { react: '^19.3.0', 'react-dom': '^19.3.0' },
    devDependencies: { '@vitejs/plugin-react': '^6.3.0', vite: '^8.3.8' },
  }),
  '.gitignore': 'node_modules\ndist\n*.local\n',
  'tsconfig.json': '{"files":[]}',
  'index.html':
    '<!doctype html><html lang="en"><title>my-app</title><link rel="icon" href="data:," /><div id="root"></div><script type="module" src="/src/main.tsx"></script></html>',
  'src/App.tsx': `import { useUser, UserButton } from '@portico/react'

export default function App() {
  const user = useUser({ or: 'redirect' })
  return (
    <main>
      <h1>Hello {user.primaryEmail}</h1>
      <UserButton />
    </main>
  )
}
`,
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
}

/** Writes an app into a new folder. */
export async function writeScaffold(parent: string, files: Files): Promise<string> {
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'scaffold-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const fakeManager = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = process.getBuiltinModule('node:fs')
appendFileSync(process.env.INSTALLED, process.argv.slice(2).join(' ') + '\\n')
console.log('added 1 package')
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
for (const spec of process.argv.slice(3)) {
  const name = /packages\\/(\\w+)\\.tgz$/.exec(spec)?.[1]
  manifest.dependencies = { ...manifest.dependencies, [name ? '@portico/' + name : spec]: spec }
}
writeFileSync('package.json', JSON.stringify(manifest))
process.exitCode = Number(process.env.NPM_EXIT_CODE ?? 0)
`

/**
 * Replaces npm with a program that only records its arguments and adds the dependencies to package.json. The packages
 * of this repository are in `node_modules` already.
 *
 * @param installed the file of the record
 * @returns the environment of a program that uses it
 */
export async function replaceNpm(parent: string, installed: string): Promise<Record<string, string>> {
  const bin = await mkdtemp(join(parent, 'bin-'))
  await writeFile(join(bin, 'npm'), fakeManager)
  await chmod(join(bin, 'npm'), 0o755)
  return { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, INSTALLED: installed }
}

/** Removes the folders at the end of a file. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
}
