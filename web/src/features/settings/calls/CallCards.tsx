import { useEffect } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { SkeletonRows } from '../../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/StatePanel.tsx'
import { useGreetingsQuery } from './api.ts'
import { GreetingCard } from './GreetingCard.tsx'
import { OwnGreetingsCard } from './OwnGreetingsCard.tsx'

/** What callers of these numbers hear and are texted. */
export function CallCards({ numbers }: { numbers: Reply<'lines'>['lines'] }) {
  const { data, isError, refetch } = useGreetingsQuery()
  const changesAt = data?.hours.changesAt
  useEffect(() => {
    if (!changesAt) return undefined
    // A moment later: the server's clock decides. Hours change within nine days, so the timer is not too long for a browser.
    const waitMs = Math.max(Date.parse(changesAt) - Date.now(), 0) + 1_000
    const timer = setTimeout(() => void refetch(), waitMs)
    return () => clearTimeout(timer)
  }, [changesAt, refetch])
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  return (
    <>
      <GreetingCard greeting={data.greeting} hours={data.hours} />
      {numbers.length > 1 && <OwnGreetingsCard numbers={numbers} own={data.lines} hours={data.hours} />}
    </>
  )
}
