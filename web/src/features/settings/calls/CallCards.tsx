import { useEffect, useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { SkeletonRows } from '../../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/StatePanel.tsx'
import { useGreetingsQuery } from './api.ts'
import { GreetingCard } from './GreetingCard.tsx'
import { OwnGreetingsCard } from './OwnGreetingsCard.tsx'

const dayMs = 24 * 3_600_000

/** What callers of these numbers hear and are texted. */
export function CallCards({ numbers }: { numbers: Reply<'lines'>['lines'] }) {
  const { data, isError, refetch } = useGreetingsQuery()
  const turnsAt = data?.hours.turnsAt
  const [daysWaited, setDaysWaited] = useState(0)
  useEffect(() => {
    if (!turnsAt) return undefined
    const leftMs = Math.max(Date.parse(turnsAt) - Date.now(), 0)
    // A timer of a browser takes no more than 24 days, and a holiday may be months away. In the end the server's clock decides.
    const timer =
      leftMs > dayMs
        ? setTimeout(() => setDaysWaited((days) => days + 1), dayMs)
        : setTimeout(() => void refetch(), leftMs + 1_000)
    return () => clearTimeout(timer)
  }, [turnsAt, refetch, daysWaited])
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  return (
    <>
      <GreetingCard greeting={data.greeting} hours={data.hours} />
      {numbers.length > 1 && <OwnGreetingsCard numbers={numbers} own={data.lines} hours={data.hours} />}
    </>
  )
}
