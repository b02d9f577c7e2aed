import { expect, test } from 'vitest'

import { applyEdit, editOf, noEdit } from './permission-edit.ts'

test('an edit keeps what another owner has granted or revoked meanwhile', () => {
  const edit = editOf(['read', 'write'], ['write', 'admin'])

  expect(applyEdit(['read', 'write'], edit)).toEqual(['write', 'admin'])
  expect(applyEdit(['read', 'write', 'granted'], edit)).toEqual(['write', 'granted', 'admin'])
  expect(applyEdit(['admin'], edit)).toEqual(['admin'])
  expect(applyEdit(['read'], noEdit)).toEqual(['read'])
})
