import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { FilterTreeProps } from './FilterTree.tsx'

const FilterTree = lazy(() => import('./FilterTree.tsx'))

/** The filter builder: "People who match all of:", rows and groups. Its code loads when it is first shown. */
export function FilterBuilder(props: FilterTreeProps) {
  return (
    <Suspense fallback={<Skeleton height={116} radius="md" />}>
      <FilterTree {...props} />
    </Suspense>
  )
}
