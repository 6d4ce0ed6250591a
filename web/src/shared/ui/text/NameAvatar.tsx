import { IconUser } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { initials, tintOf } from './initials.ts'
import classes from './NameAvatar.module.css'

export interface NameAvatarProps {
  /** The name in any script; empty shows a generic icon. */
  name: string
  /** Determines the color; the id of the person if there is one, else the name. */
  tintKey?: string
  /** Diameter in px; 28 in rows, 32 in lists, 40 in headers. */
  size?: number
}

/** Shows initials on one of eight tints. Decorative only: the name must be next to it. */
export function NameAvatar({ name, tintKey, size = 32 }: NameAvatarProps) {
  const initialsText = initials(name)
  return (
    <span
      className={classes.avatar}
      data-tint={tintOf(tintKey ?? name)}
      data-empty={initialsText === '' || undefined}
      style={{ '--avatar-size': `${size}px` } as CSSProperties}
      translate="no"
      aria-hidden
    >
      {initialsText || <IconUser size={size * 0.56} stroke={1.75} />}
    </span>
  )
}
