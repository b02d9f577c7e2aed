/**
 * Adds what the SDK uses and the engine of React Native may lack. Objects that exist stay as they are.
 *
 * Without `FinalizationRegistry`, the app keeps an entry of a map for each token pair that a call passes, of which an app on a
 * device has few.
 */
export function fillRuntime(scope: Scope = globalThis): void {
  scope.FinalizationRegistry ??= class {
    register(): void {}
    unregister(): boolean {
      return false
    }
  } as unknown as FinalizationRegistryConstructor
  scope.AbortSignal.timeout ??= (millis) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('The time limit of the request has passed.')), millis)
    return controller.signal
  }
}

interface Scope {
  FinalizationRegistry?: FinalizationRegistryConstructor
  readonly AbortSignal: { timeout?: (millis: number) => AbortSignal }
}
