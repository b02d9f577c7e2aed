import type { RedirectToOptions } from './redirects.ts'
import { type HandlerUrls, resolveUrls } from './urls.ts'

type Target = Exclude<keyof HandlerUrls, 'handler'>

type MethodName<Name extends string> =
  `redirectTo${Name extends `oauth${infer Rest}` ? `OAuth${Rest}` : Capitalize<Name>}`

/** One method for each entry of `urls` except `handler`, such as `redirectToSignIn`. */
export type RedirectMethods = {
  [Name in Target as MethodName<Name>]: Name extends 'oauthCallback'
    ? () => Promise<void>
    : (options?: RedirectToOptions) => Promise<void>
}

/**
 * Creates the redirect methods of a class.
 *
 * @param redirect navigates to an address for an instance of the class
 */
export function redirectMethods<Instance>(
  redirect: (instance: Instance, name: Target, options?: RedirectToOptions) => Promise<void>,
): RedirectMethods {
  const { handler: _handler, ...targets } = resolveUrls()
  const methods: Record<string, unknown> = {}
  for (const name in targets) {
    methods[`redirectTo${name.replace(/^oa|^./, (start) => start.toUpperCase())}`] = function (
      this: Instance,
      options?: RedirectToOptions,
    ) {
      return redirect(this, name as Target, options)
    }
  }
  // The mapped type above derives the same names by the same rule.
  return methods as RedirectMethods
}
