import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import type { MemberPanelProps } from './MemberPanel.tsx'

const load = () => import('./MemberPanel.tsx')
const Panel = lazyPart(async () => ({ default: (await load()).MemberPanel }))

/** Fetches what the member's menu holds once the page has painted, ahead of the click that opens it. */
export function useMemberPanelAhead(): void {
  useEffect(() => void load(), [])
}

/** What the member can set and do for themselves. */
export function MemberPanel(props: MemberPanelProps) {
  return (
    <Suspense fallback={<SkeletonRows count={4} height={36} />}>
      <Panel {...props} />
    </Suspense>
  )
}
