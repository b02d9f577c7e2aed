/**
 * Adds what the SDK uses and the engine of React Native may lack. Objects that exist stay as they are.
 *
 * Without `FinalizationRegistry`, the app keeps a map entry for each token pair that a call passes. An app on a device
 * has few of them.
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
