export interface RequestParts {
  readonly body: unknown
  readonly query: unknown
  readonly params: unknown
  readonly requestHeaders: unknown
}

/** The value of a path parameter, query parameter or body field. */
export function partNamed({ params, query, body }: Omit<RequestParts, 'requestHeaders'>, name: string): unknown {
  const part = [params, query, body].find((given) => typeof given === 'object' && given !== null && name in given)
  return (part as Readonly<Record<string, unknown>> | undefined)?.[name]
}
