import { CloseButton } from '@mantine/core'
import type { HandsetInfo } from './carrier.ts'
import { FaultControls } from './FaultControls.tsx'
import classes from './handset.module.css'
import { contactNameOf, formatPhone } from './words.ts'

interface HandsetCaptionProps {
  handset: HandsetInfo
  onRemove: () => void
}

/** Shows whose phone it is, with buttons for its faults and to remove it. */
export function HandsetCaption({ handset, onRemove }: HandsetCaptionProps) {
  const { name, phone, about, unread } = handset
  const number = formatPhone(phone)
  const contactName = contactNameOf(handset)
  return (
    <div className={classes.caption}>
      <div className={classes.who}>
        <h2 className={classes.name}>
          <span className={classes.nameWords} dir="auto" title={contactName || number}>
            {contactName || number}
          </span>
          {unread > 0 && (
            <span className={classes.dot} role="img" aria-label={unread === 1 ? '1 new text' : `${unread} new texts`} />
          )}
        </h2>
        <p className={classes.about} title={[number, about].filter(Boolean).join(' · ')}>
          {contactName && <bdi dir="ltr">{number}</bdi>}
          {about && <span dir="auto">{contactName ? ` · ${about}` : about}</span>}
        </p>
      </div>
      <div className={classes.tools}>
        <FaultControls handset={handset} />
        <CloseButton size={30} aria-label={`Take the phone of ${name} off the desk`} onClick={onRemove} />
      </div>
    </div>
  )
}
