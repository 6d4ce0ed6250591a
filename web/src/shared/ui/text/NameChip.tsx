import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NameAvatar } from './NameAvatar.tsx'
import classes from './NameChip.module.css'

export interface NameChipProps {
  /** The name in any script; without one the detail is shown, else "No name". */
  name: string
  /** A secondary line: groups, role, phone. */
  detail?: ReactNode
  /** The id, so that the color stays after a name change. */
  tintKey?: string
  /** 28 in dense rows, 32 in lists, 40 in headers. */
  size?: number
}

/** Shows a person in a row: avatar, name and a secondary line. */
export function NameChip({ name, detail, tintKey, size = 32 }: NameChipProps) {
  const { t } = useLingui()
  return (
    <span className={classes.chip}>
      <NameAvatar name={name} size={size} {...(tintKey && { tintKey })} />
      <span className={classes.lines}>
        <bdi className={classes.name} title={name}>
          {name || t`No name`}
        </bdi>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}
