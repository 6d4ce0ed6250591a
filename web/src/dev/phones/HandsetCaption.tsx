import { CloseButton } from '@mantine/core'
import type { HandsetFacts } from './carrier.ts'
import { FaultControls } from './FaultControls.tsx'
import classes from './handset.module.css'
import { personName, phoneWords } from './words.ts'

interface HandsetCaptionProps {
  handset: HandsetFacts
  onRemove: () => void
}

/** Whose phone it is, and the ways to put it into trouble or away. */
export function HandsetCaption({ handset, onRemove }: HandsetCaptionProps) {
  const { name, phone, about, unread } = handset
  const number = phoneWords(phone)
  const person = personName(handset)
  return (
    <div className={classes.caption}>
      <div className={classes.who}>
        <h2 className={classes.name}>
          <span className={classes.nameWords} dir="auto" title={person || number}>
            {person || number}
          </span>
          {unread > 0 && (
            <span className={classes.dot} role="img" aria-label={unread === 1 ? '1 new text' : `${unread} new texts`} />
          )}
        </h2>
        <p className={classes.about} title={[number, about].filter(Boolean).join(' · ')}>
          {person && <bdi dir="ltr">{number}</bdi>}
          {about && <span dir="auto">{person ? ` · ${about}` : about}</span>}
        </p>
      </div>
      <div className={classes.tools}>
        <FaultControls handset={handset} />
        <CloseButton size={30} aria-label={`Take the phone of ${name} off the desk`} onClick={onRemove} />
      </div>
    </div>
  )
}
