import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import classes from './desk.module.css'
import type { ShownPhone } from './phones-state.ts'
import { personName } from './words.ts'

interface PhoneSwitcherProps {
  list: string[]
  phones: Record<string, ShownPhone>
  current: string | undefined
  onPick: (phone: string) => void
}

/** On a small screen the desk holds one handset: this picks which. */
export function PhoneSwitcher({ list, phones, current, onPick }: PhoneSwitcherProps) {
  return (
    <nav className={classes.switcher} aria-label="Choose a phone">
      {list.map((phone) => {
        const handset = phones[phone]?.handset
        const name = handset ? personName(handset) : ''
        const hasUnread = (handset?.unread ?? 0) > 0 && phone !== current
        return (
          <button
            key={phone}
            type="button"
            className={classes.pick}
            aria-current={phone === current || undefined}
            onClick={() => onPick(phone)}
          >
            <PersonAvatar name={name} tintKey={phone} size={28} />
            <span dir="auto">{name === '' ? `…${phone.slice(-4)}` : name.split(' ')[0]}</span>
            {hasUnread && <span className={classes.dot} role="img" aria-label="New text" />}
          </button>
        )
      })}
    </nav>
  )
}
