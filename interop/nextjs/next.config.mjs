const official = process.env.OFFICIAL_CLIENT
if (!official)
  throw new Error(
    'OFFICIAL_CLIENT names no package. Set it to a package of package.json, such as stackframe-stack-newest.',
  )

/** @type {import('next').NextConfig} */
const config = {
  distDir: `.next/${official}`,
  outputFileTracingRoot: import.meta.dirname,
  // `npm run check` lints this folder.
  eslint: { ignoreDuringBuilds: true },
  turbopack: { resolveAlias: { official } },
}

export default config
