import { expect, expectTypeOf, test } from 'vitest'
import * as portico from './react.ts'
import * as stack from './stack.ts'

test('given the names of the SDK a migrating app comes from, when imported, then are the same things', () => {
  expect(stack.StackClientApp).toBe(portico.PorticoClientApp)
  expect(stack.StackProvider).toBe(portico.PorticoProvider)
  expect(stack.StackTheme).toBe(portico.PorticoTheme)
  expect(stack.StackHandler).toBe(portico.PorticoHandler)
  expect(stack.useStackApp).toBe(portico.usePorticoApp)
  expect(stack.stackAppInternalsSymbol).toBe(portico.porticoAppInternalsSymbol)
  expect(stack.SignIn).toBe(portico.SignIn)
})

test('given the app of the provider, when a hook gives it, then its own hooks can be called', () => {
  expectTypeOf(portico.usePorticoApp).returns.toEqualTypeOf<portico.PorticoClientApp>()
  expectTypeOf(stack.useStackApp).returns.toEqualTypeOf<stack.StackClientApp>()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useUser']>().toBeFunction()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useProject']>().toBeFunction()
  expectTypeOf<ReturnType<typeof stack.useStackApp>['useNavigate']>().toBeFunction()
})
