import { projectConfigUpdate } from '@portico/contract'
import { expect, test } from 'vitest'

import { methodsTexts } from '../../texts/en/methods.ts'

/**
 * Switches that another room shows: the trust in localhost is a row of Domains, the right of support one of the staff.
 */
const shownElsewhere = ['allow_localhost', 'support_can_impersonate']

test('every switch of a project is a row of the sign-in methods, or is shown by another room', () => {
  const switches = Object.entries(projectConfigUpdate.shape).flatMap(([name, schema]) =>
    schema.safeParse(true).success ? [name] : [],
  )
  const rows = Object.values(methodsTexts.en.switches).flatMap((group) => Object.keys(group).map(toSnakeCase))

  expect([...rows, ...shownElsewhere].toSorted()).toEqual(switches.toSorted())
})

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
