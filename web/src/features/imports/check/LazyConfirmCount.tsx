import { lazy, Suspense, useState } from 'react'
import type { ConfirmCountProps } from '../../../shared/ui/overlay/ConfirmCount.tsx'

const Question = lazy(async () => ({
  default: (await import('../../../shared/ui/overlay/ConfirmCount.tsx')).ConfirmCount,
}))

/** Asks before an action that cannot be undone; fetches its counts when the dialog is first opened. */
export function LazyConfirmCount(props: ConfirmCountProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <Question {...props} />
    </Suspense>
  )
}
