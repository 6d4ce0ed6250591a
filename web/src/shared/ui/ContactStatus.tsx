import { useLingui } from '@lingui/react/macro'
import {
  IconArchive,
  IconBan,
  IconCircleCheck,
  IconDeviceLandlinePhone,
  IconDeviceMobileOff,
  IconPhoneOff,
  type Icon,
} from '@tabler/icons-react'
import classes from './StatusTick.module.css'

export type ContactStanding = 'canText' | 'optedOut' | 'noMobile' | 'landline' | 'notInUse' | 'archived'

export interface ContactStatusProps {
  standing: ContactStanding
}

const looks: Record<ContactStanding, { icon: Icon; tone: string }> = {
  canText: { icon: IconCircleCheck, tone: 'green' },
  optedOut: { icon: IconBan, tone: 'red' },
  noMobile: { icon: IconDeviceMobileOff, tone: 'yellow' },
  landline: { icon: IconDeviceLandlinePhone, tone: 'yellow' },
  notInUse: { icon: IconPhoneOff, tone: 'red' },
  archived: { icon: IconArchive, tone: 'dimmed' },
}

/** Whether a contact can be texted, as icon and word. */
export function ContactStatus({ standing }: ContactStatusProps) {
  const { t } = useLingui()
  const labels: Record<ContactStanding, string> = {
    canText: t`Can get texts`,
    optedOut: t`Opted out`,
    noMobile: t`No mobile`,
    landline: t`Landline`,
    notInUse: t`Not in use`,
    archived: t`Archived`,
  }
  const { icon: Shown, tone } = looks[standing]
  return (
    <span className={classes.tick} data-tone={tone}>
      <Shown className={classes.icon} size={14} stroke={2} aria-hidden />
      {labels[standing]}
    </span>
  )
}
