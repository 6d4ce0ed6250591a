import { lazy, Suspense, useState } from 'react'
import type { BottomSheetProps } from './BottomSheet.tsx'

const BottomSheet = lazy(async () => {
  const sheet = await import('./BottomSheet.tsx')
  return { default: sheet.BottomSheet }
})

/** A bottom sheet whose code comes when it opens for the first time: wide screens never need it. */
export function LazySheet(props: BottomSheetProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return (
    wasOpen && (
      <Suspense fallback={null}>
        <BottomSheet {...props} />
      </Suspense>
    )
  )
}
