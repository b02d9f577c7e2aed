import { expect, test } from 'vitest'

import { missingPackages, removeUnusedImports } from './declarations.ts'

test('an import that the declarations do not use is removed', () => {
  const used = 'import { type Other as Renamed } from "zod/v4";\nexport declare const a: Renamed\n'

  expect(removeUnusedImports(`import { z } from "zod";\nimport { local } from "./local.js";\n${used}`)).toBe(
    `import { local } from "./local.js";\n${used}`,
  )
})

test('declarations may import only packages that the installation has', () => {
  const declarations = `
import { EventEmitter } from "node:events";
import type { ReactNode } from "react";
export { a } from "@scope/listed/inner";
export type B = import("@scope/missing/inner").B;
import "missing/styles";
export * from "./local.js";
export * from "own/inner";`

  expect(
    missingPackages(declarations, {
      name: 'own',
      files: [],
      dependencies: { '@scope/listed': '1.0.0' },
      peerDependencies: { react: '19' },
    }),
  ).toEqual(['@scope/missing', 'missing'])
})
