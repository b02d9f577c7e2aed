import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { BackupDraft } from './backup-file.ts'

const secret = new MasterSecret(['a secret that only this test has, of some length'])

test('a backup does not replace a file that was created while it ran', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-backup-file-'))
  const file = path.join(folder, 'backup')
  const draft = await BackupDraft.create(file)
  await draft.write(Buffer.from('late'))
  await writeFile(file, 'first')

  await expect(draft.finish(secret)).rejects.toThrow(StartupProblem)
  await draft.discard()

  expect(await readFile(file, 'utf8')).toBe('first')
  expect(await readdir(folder)).toEqual(['backup'])
})

test('a finished backup has its name and no draft', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-backup-file-'))
  const file = path.join(folder, 'backup')
  const draft = await BackupDraft.create(file)
  await draft.write(Buffer.from('content'))

  await draft.finish(secret)

  expect(await readdir(folder)).toEqual(['backup'])
  expect((await readFile(file)).subarray(0, 7).toString()).toBe('content')
})
