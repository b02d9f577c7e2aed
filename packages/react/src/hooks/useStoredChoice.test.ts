import { createElement } from 'react'
import { act, create, type ReactTestRenderer } from 'react-test-renderer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useStoredChoice } from './useStoredChoice.ts'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => vi.unstubAllGlobals())

test('a choice is stored with the function of its own render, also if it follows an earlier choice', async () => {
  const stored: string[] = []
  const first = Promise.withResolvers<void>()
  let submit: (value: string) => Promise<unknown> = async () => {}
  function Chooser({ host }: { readonly host: string }): null {
    submit = useStoredChoice<string>(async (value) => {
      stored.push(`${value} with ${host}`)
      await first.promise
    }).choose.submit
    return null
  }
  let screen: ReactTestRenderer | undefined
  const show = (host: string): Promise<void> =>
    act(async () => {
      const element = createElement(Chooser, { host })
      if (screen) screen.update(element)
      else screen = create(element)
    })
  await show('one')
  await act(async () => void submit('A'))

  await show('two')
  await act(async () => void submit('B'))
  await act(async () => first.resolve())

  expect(stored).toEqual(['A with one', 'B with two'])
})
