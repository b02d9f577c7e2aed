import { Suspense } from 'react'
import { Greeting } from './greeting'

/** Public. Everything but the greeting is static. */
export default function Home() {
  return (
    <>
      <h1 className="text-[26px] leading-tight font-semibold">Notes that stay with the book</h1>
      <p className="mt-3 mb-8 text-ink-soft">
        Write in the margin. Read the notes of your reading group beside your own.
      </p>
      <Suspense fallback={<p className="h-10" />}>
        <Greeting />
      </Suspense>
    </>
  )
}
