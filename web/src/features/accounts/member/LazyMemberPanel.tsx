import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import type { MemberPanelProps } from './MemberPanel.tsx'

const load = () => import('./MemberPanel.tsx')
const Panel = lazyPart(async () => ({ default: (await load()).MemberPanel }))

/** Loads the content of the user menu after the page has painted, before the first click opens it. */
export function useMemberPanelAhead(): void {
  useEffect(() => void load(), [])
}

/** Lazy-loaded content of the user menu. */
export function MemberPanel(props: MemberPanelProps) {
  return (
    <Suspense fallback={<SkeletonRows count={4} height={36} />}>
      <Panel {...props} />
    </Suspense>
  )
}
