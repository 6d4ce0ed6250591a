import { memo, Suspense } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import type { UsageMeterProps } from './UsageMeter.tsx'

const UsageMeter = lazyPart(async () => {
  const meter = await import('./UsageMeter.tsx')
  return { default: meter.UsageMeter }
})

/** Mounts the usage meter once usage is known, which is after the first paint. */
export const UsageSlot = memo(function UsageSlot(props: UsageMeterProps) {
  const hasUsage = useSession(({ message }) => message.messageUsage !== null)
  return (
    hasUsage && (
      <Suspense fallback={null}>
        <UsageMeter {...props} />
      </Suspense>
    )
  )
})
