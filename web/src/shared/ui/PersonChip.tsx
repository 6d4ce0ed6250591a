import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PersonAvatar } from './PersonAvatar.tsx'
import classes from './PersonChip.module.css'

export interface PersonChipProps {
  /** The name in any script; without one the detail speaks, else "No name". */
  name: string
  /** A quiet second line: groups, role, phone. */
  detail?: ReactNode
  /** The id, so that the colour survives a new name. */
  tintKey?: string
  /** 28 in dense rows, 32 in lists, 40 in headers. */
  size?: number
}

/** A person in a row: avatar, name, and a quiet second line. */
export function PersonChip({ name, detail, tintKey, size = 32 }: PersonChipProps) {
  const { t } = useLingui()
  return (
    <span className={classes.chip}>
      <PersonAvatar name={name} size={size} {...(tintKey && { tintKey })} />
      <span className={classes.lines}>
        <bdi className={classes.name} title={name}>
          {name || t`No name`}
        </bdi>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}
