import { Skeleton } from '@mantine/core'
import classes from './desk.module.css'

/** The outline of handsets that are still coming: whose they are, and the device. */
export function HandsetSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.phones} role="status" aria-label="Loading the phones">
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className={classes.ghost}>
          <Skeleton height={16} width={140} />
          <Skeleton height={12} width={180} />
          <Skeleton className={classes.ghostBody ?? ''} />
        </div>
      ))}
    </div>
  )
}
