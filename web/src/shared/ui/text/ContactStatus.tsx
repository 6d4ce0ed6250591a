import { useLingui } from '@lingui/react/macro'
import {
  IconArchive,
  IconBan,
  IconAlertTriangle,
  IconCircleCheck,
  IconDeviceLandlinePhone,
  IconDeviceMobileOff,
  IconPhoneOff,
  type Icon,
} from '@tabler/icons-react'
import classes from './StatusTick.module.css'

export type ContactStatusKind = 'canText' | 'noConsent' | 'optedOut' | 'noMobile' | 'landline' | 'notInUse' | 'archived'

export interface ContactStatusProps {
  status: ContactStatusKind
}

const appearances: Record<ContactStatusKind, { icon: Icon; tone: string }> = {
  canText: { icon: IconCircleCheck, tone: 'green' },
  noConsent: { icon: IconAlertTriangle, tone: 'yellow' },
  optedOut: { icon: IconBan, tone: 'red' },
  noMobile: { icon: IconDeviceMobileOff, tone: 'yellow' },
  landline: { icon: IconDeviceLandlinePhone, tone: 'yellow' },
  notInUse: { icon: IconPhoneOff, tone: 'red' },
  archived: { icon: IconArchive, tone: 'dimmed' },
}

/** Shows whether a contact can be texted, as icon and label. */
export function ContactStatus({ status }: ContactStatusProps) {
  const { t } = useLingui()
  const labels: Record<ContactStatusKind, string> = {
    canText: t`Can get texts`,
    noConsent: t`No consent on file`,
    optedOut: t`Opted out`,
    noMobile: t`No mobile`,
    landline: t`Landline`,
    notInUse: t`Not in service`,
    archived: t`Archived`,
  }
  const { icon: IconComponent, tone } = appearances[status]
  return (
    <span className={classes.tick} data-tone={tone}>
      <IconComponent className={classes.icon} size={14} stroke={2} aria-hidden />
      {labels[status]}
    </span>
  )
}
