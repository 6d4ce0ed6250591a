import { Suspense } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useLinesQuery } from '../lines/index.ts'
import { useQuarantineQuery } from './api.ts'

const LazyQuarantineCard = lazyPart(async () => ({ default: (await import('./QuarantineCard.tsx')).QuarantineCard }))

/** Shows the quarantined events of carriers; renders nothing when there are none, as is nearly always the case. */
export function Quarantine() {
  const { data: lines } = useLinesQuery()
  const { data } = useQuarantineQuery()
  if (!lines || !data?.total) return null
  return (
    <Suspense fallback={null}>
      <LazyQuarantineCard list={data} lines={lines.lines} />
    </Suspense>
  )
}
