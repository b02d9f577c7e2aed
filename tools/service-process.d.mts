export const serviceArguments: readonly string[]
export const packageArguments: readonly string[]
export const serviceEnvironment: Readonly<Record<string, string>>
export function serviceOrigin(host: string, port: number): string
