import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { BottomSheetProps } from './BottomSheet.tsx'

const BottomSheet = lazyPart(async () => {
  const sheet = await import('./BottomSheet.tsx')
  return { default: sheet.BottomSheet }
})

/** A bottom sheet whose code loads when it first opens: wide screens never need it. */
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
