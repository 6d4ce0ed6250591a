import { Suspense } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import type { Line } from '../lines/api.ts'
import { useSetAsideQuery } from './api.ts'

const LazySetAsideCard = lazyPart(async () => ({ default: (await import('./SetAsideCard.tsx')).SetAsideCard }))

/** What carriers told that could not be stored; nothing where everything was, as it is nearly always. */
export function SetAside({ lines }: { lines: readonly Line[] }) {
  const { data } = useSetAsideQuery()
  if (!data?.total) return null
  return (
    <Suspense fallback={null}>
      <LazySetAsideCard list={data} lines={lines} />
    </Suspense>
  )
}
