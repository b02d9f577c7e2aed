import { Failure } from './failure.ts'

/** @throws Failure that names the option */
export function requireHttpUrl(text: string, option: string): void {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure(`${option} must be a URL that starts with http:// or https://, not "${text}".`)
  }
}
