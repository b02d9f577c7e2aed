import { projectConfigUpdate } from '@portico/contract'
import { expect, test } from 'vitest'

import { methodsTexts } from '../../texts/en/methods.ts'

/** Switches in other rooms: Domains has the trust in localhost, the room of the staff has the right of support. */
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
