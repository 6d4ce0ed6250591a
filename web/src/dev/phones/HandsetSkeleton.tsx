import { Skeleton } from '@mantine/core'
import classes from './desk.module.css'

/** Placeholder for handsets that are loading. */
export function HandsetSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.phones} role="status" aria-label="Loading the phones">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.ghost}>
          <Skeleton height={16} width={140} />
          <Skeleton height={12} width={180} />
          <Skeleton className={classes.ghostBody ?? ''} />
        </div>
      ))}
    </div>
  )
}
