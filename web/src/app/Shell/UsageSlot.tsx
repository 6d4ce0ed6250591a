import { memo, Suspense } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import type { UsageMeterProps } from './UsageMeter.tsx'

const UsageMeter = lazyPart(async () => {
  const meter = await import('./UsageMeter.tsx')
  return { default: meter.UsageMeter }
})

/** Where the usage meter stands once the server has said what is used; it comes after the first paint. */
export const UsageSlot = memo(function UsageSlot(props: UsageMeterProps) {
  const isKnown = useSession(({ message }) => message.messageUsage !== null)
  return (
    isKnown && (
      <Suspense fallback={null}>
        <UsageMeter {...props} />
      </Suspense>
    )
  )
})
