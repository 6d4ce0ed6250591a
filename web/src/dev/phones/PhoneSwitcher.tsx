import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import classes from './desk.module.css'
import type { DisplayedPhone } from './phones-state.ts'
import { contactNameOf } from './words.ts'

interface PhoneSwitcherProps {
  list: string[]
  phones: Record<string, DisplayedPhone>
  current: string | undefined
  onPick: (phone: string) => void
}

/** Selects the one handset that a small screen shows. */
export function PhoneSwitcher({ list, phones, current, onPick }: PhoneSwitcherProps) {
  return (
    <nav className={classes.switcher} aria-label="Choose a phone">
      {list.map((phone) => {
        const handset = phones[phone]?.handset
        const name = handset ? contactNameOf(handset) : ''
        const hasUnread = (handset?.unread ?? 0) > 0 && phone !== current
        return (
          <button
            key={phone}
            type="button"
            className={classes.pick}
            aria-current={phone === current || undefined}
            onClick={() => onPick(phone)}
          >
            <NameAvatar name={name} tintKey={phone} size={28} />
            <span dir="auto">{name === '' ? `…${phone.slice(-4)}` : name.split(' ')[0]}</span>
            {hasUnread && <span className={classes.dot} role="img" aria-label="New text" />}
          </button>
        )
      })}
    </nav>
  )
}
