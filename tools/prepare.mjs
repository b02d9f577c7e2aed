// npm runs it after `npm ci` and `npm install` in the root: writes the types that an editor needs. Runs on Node 20 and
// newer.
import { existsSync } from 'node:fs'

import { buildWireTypes } from './build-wire-types.mjs'
import { pinnedNode } from './install.mjs'

// An installation without development packages compiles nothing, and has no pinned Node.
if (existsSync(pinnedNode)) process.exitCode = await buildWireTypes()
