// Writes what is derived from the contract: the wire as plain interfaces, so that the SDK's types need no Zod.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as contract from '@portico/contract'

import { wireTypes } from '../packages/contract/wire-types.ts'

const target = fileURLToPath(new URL('../packages/contract/src/wire.ts', import.meta.url))
writeFileSync(target, wireTypes(contract))
spawnSync('oxfmt', [target], { stdio: 'inherit' })
