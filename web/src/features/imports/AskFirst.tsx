import { lazy, Suspense, useState } from 'react'
import type { ConfirmCountProps } from '../../shared/ui/ConfirmCount.tsx'

const Question = lazy(async () => ({ default: (await import('../../shared/ui/ConfirmCount.tsx')).ConfirmCount }))

/** The question before an act that cannot be undone, fetched when it is asked first. */
export function AskFirst(props: ConfirmCountProps) {
  const [isWanted, setWanted] = useState(false)
  if (props.isOpen && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <Question {...props} />
    </Suspense>
  )
}
