import { IconUser } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { initials, tintOf } from './initials.ts'
import classes from './PersonAvatar.module.css'

export interface PersonAvatarProps {
  /** The name in any script; empty shows a plain figure. */
  name: string
  /** What the colour follows; the id of the person if there is one, else the name. */
  tintKey?: string
  /** Diameter in px; 28 in rows, 32 in lists, 40 in headers. */
  size?: number
}

/** Initials on one of eight tints. Decoration only: the name must stand next to it. */
export function PersonAvatar({ name, tintKey, size = 32 }: PersonAvatarProps) {
  const letters = initials(name)
  return (
    <span
      className={classes.avatar}
      data-tint={tintOf(tintKey ?? name)}
      data-empty={letters === '' || undefined}
      style={{ '--avatar-size': `${size}px` } as CSSProperties}
      aria-hidden
    >
      {letters || <IconUser size={size * 0.56} stroke={1.75} />}
    </span>
  )
}
