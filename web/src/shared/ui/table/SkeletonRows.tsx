import { Trans } from '@lingui/react/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './SkeletonRows.module.css'

export interface SkeletonRowsProps {
  /** The number of rows; about what the panel can show. */
  count?: number
  /** Row height in px, that of the final rows. */
  height?: number
  /** Draws the circle of an avatar. */
  withAvatar?: boolean
  /** Draws one or two lines of text. */
  lines?: 1 | 2
}

const widths = [42, 58, 36, 64, 48, 54]

/** Renders gray rows in the shape of the list that is loading. */
export function SkeletonRows({ count = 6, height = 52, withAvatar = false, lines = 2 }: SkeletonRowsProps) {
  return (
    <div className={classes.rows} style={{ '--row-height': `${height}px` } as CSSProperties}>
      <VisuallyHidden role="status">
        <Trans>Loading</Trans>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.row}>
          {withAvatar && <Skeleton circle height={32} />}
          <div className={classes.text}>
            <Skeleton height={10} width={`${widths[index % widths.length]}%`} />
            {lines === 2 && <Skeleton height={8} width={`${(widths[(index + 3) % widths.length] ?? 50) / 1.5}%`} />}
          </div>
        </div>
      ))}
    </div>
  )
}
