import { type PageName, pageNames } from '@portico/client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as portico from '../react.ts'
import { handlerPages, type HandlerComponentProps, type HandlerPageRow } from './handler-pages.ts'

describe('the pages of the handler', () => {
  test('are those of the SDK', () => {
    expect(Object.keys(handlerPages).toSorted()).toEqual([...pageNames].toSorted())
    expectTypeOf<keyof typeof handlerPages>().toEqualTypeOf<PageName>()
  })

  test.each(Object.values(handlerPages))(
    '$component is exported, so that hosts can place it themselves',
    ({ component }) => {
      expect(portico).toHaveProperty(component)
    },
  )

  test('have own props by the names of their components', () => {
    expectTypeOf<keyof HandlerComponentProps>().toEqualTypeOf<(typeof handlerPages)[PageName]['component']>()
    expectTypeOf<HandlerComponentProps['SignIn']>().toEqualTypeOf<Partial<portico.SignInProps> | undefined>()
    expectTypeOf<HandlerComponentProps['ErrorPage']>().toEqualTypeOf<Partial<portico.ErrorPageProps> | undefined>()
  })

  test('a page without a row does not compile', () => {
    const { mfa, ...others } = handlerPages

    // @ts-expect-error a page is missing
    const incomplete: { readonly [Name in PageName]: HandlerPageRow } = others

    expect(incomplete).not.toHaveProperty('mfa')
    expect(mfa.component).toBe('Mfa')
  })
})
