import type { Mutation } from './mutation.ts'

const trustedUrl = 'packages/protocols/src/trusted-url.ts'
const sameOriginUrl = 'packages/protocols/src/same-origin-url.ts'
const tests = ['protocols/src/trusted-url.test']

/** Which URLs the service and the SDK may redirect to, put into mails or call back. */
export const trustedUrlMutations: readonly Mutation[] = [
  {
    check: 'a trusted URL has the scheme HTTP or HTTPS',
    file: trustedUrl,
    text: 'if (!url || !isHttp(url)) return null',
    becomes: 'if (!url) return null',
    tests,
  },
  {
    check: 'a trusted URL has no backslash, space or control character',
    file: trustedUrl,
    text: 'if (hasForbiddenCharacter(text)) return null',
    tests,
  },
  {
    check: 'the parser does not rewrite the host of a trusted URL',
    file: trustedUrl,
    text: "return written === url.host || (url.port === '' && written === url.host + defaultPort) ? url : null",
    becomes: 'return written || defaultPort ? url : null',
    tests,
  },
  {
    check: 'a trusted URL has an unambiguous path',
    file: trustedUrl,
    text: 'hasAmbiguousPath(text) ? null : parsePlainUrl(text)',
    becomes: 'hasAmbiguousPath(text) ? parsePlainUrl(text) : parsePlainUrl(text)',
    tests,
  },
  {
    check: 'the host of a trusted URL has no empty label',
    file: trustedUrl,
    text: " || url.hostname.split('.').includes('')",
    tests,
  },
  {
    check: 'a trusted URL has the scheme of its entry',
    file: trustedUrl,
    text: ' || entry.url.protocol !== url.protocol',
    tests,
  },
  {
    check: 'a trusted URL has the port of its entry',
    file: trustedUrl,
    text: ' || entry.url.port !== url.port',
    tests,
  },
  {
    check: 'an entry of wildcards only trusts nothing',
    file: trustedUrl,
    text: '  if (isOnlyWildcards(entry.hostPattern)) return false\n',
    tests,
  },
  {
    check: 'the path of an entry ends at a slash',
    file: trustedUrl,
    text: "const folder = prefix.endsWith('/') ? prefix : `${prefix}/`",
    becomes: 'const folder = prefix',
    tests,
  },
  {
    check: 'one star does not match a dot',
    file: trustedUrl,
    text: "(matchesDots || host[position] !== '.')",
    becomes: "(matchesDots || host[position] !== '')",
    tests,
  },
  {
    check: 'localhost is trusted only if the project allows it',
    file: trustedUrl,
    text: 'policy.allowLocalhost && isLoopback(url.hostname)',
    becomes: 'isLoopback(url.hostname)',
    tests,
  },
  {
    check: 'localhost is the last label of its subdomains',
    file: trustedUrl,
    text: "hostname.endsWith('.localhost')",
    becomes: "hostname.includes('localhost')",
    tests,
  },
  {
    check: 'production mode trusts no plain HTTP',
    file: trustedUrl,
    text: "return protocol === 'https:' ? null : 'not-https'",
    becomes: 'return null',
    tests,
  },
  {
    check: 'production mode trusts no localhost',
    file: trustedUrl,
    text: "  if (isLoopback(hostname)) return 'localhost'\n",
    tests,
  },
  {
    check: 'production mode trusts no IP address',
    file: trustedUrl,
    text: "  if (isIpAddress(hostname)) return 'ip-address'\n",
    tests,
  },
  {
    check: 'the project sets production mode',
    file: 'packages/server/src/records/projects/trusted-origins.ts',
    text: 'requiresPublicHttps: isProductionMode,',
    becomes: 'requiresPublicHttps: isProductionMode && false,',
    tests: ['records/projects/trusted-origins.test'],
  },
  {
    check: 'a return URL has the origin of its page',
    file: sameOriginUrl,
    text: ' || url.origin !== base.origin',
    tests,
  },
  {
    check: 'a return URL has no path that starts with two slashes',
    file: sameOriginUrl,
    text: " && !url.pathname.startsWith('//')",
    tests,
  },
  {
    check: 'a return URL has no user info',
    file: sameOriginUrl,
    text: "return url.username === '' && url.password === '' && ",
    becomes: 'return ',
    tests,
  },
  {
    check: 'a return URL has an unambiguous path',
    file: sameOriginUrl,
    text: 'if (hasForbiddenCharacter(text) || hasAmbiguousPath(text)) return null',
    tests,
  },
  {
    check: 'a trusted domain contains no path that routers interpret differently',
    file: 'packages/protocols/src/trusted-url.ts',
    text: '  if (hasAmbiguousPath(domain)) return null\n',
    tests: ['protocols/src/trusted-url.test'],
  },
  {
    check: 'the origins of CORS and passkeys are read by the parser of redirects',
    file: 'packages/server/src/records/projects/trusted-origins.ts',
    text: 'originOfTrustedDomain(domain) ?? []',
    becomes: 'URL.parse(domain)?.origin ?? []',
    tests: ['records/projects/trusted-origins.test'],
  },
  {
    check: 'a domain that cannot trust any URL is not stored',
    file: 'packages/server/src/admin/projects/projects.ts',
    text: '    requireTrustworthyDomains(present.config, update.config ?? {})\n',
    tests: ['admin/projects/projects.test'],
  },
  {
    check: 'the path of the pages names no other host',
    file: 'packages/protocols/src/same-origin-url.ts',
    text: "text.includes('//') || ",
    tests: ['protocols/src/trusted-url.test'],
  },
]
