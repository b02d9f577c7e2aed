import { UserButton } from '@portico/nextjs'
import Link from 'next/link'
import { Suspense, type ReactNode } from 'react'

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line">
        <nav aria-label="Marginalia" className="mx-auto flex h-16 max-w-2xl items-center gap-6 px-5">
          <Link href="/" className="text-[17px] font-semibold">
            Marginalia
          </Link>
          <Link href="/account">Account</Link>
          <Link href="/teams" className="mr-auto">
            Reading groups
          </Link>
          <Suspense fallback={<div className="size-9" />}>
            <UserButton />
          </Suspense>
        </nav>
      </header>
      <main className="mx-auto max-w-2xl px-5 py-12">{children}</main>
    </>
  )
}
