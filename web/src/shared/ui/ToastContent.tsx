import { Plural, Trans } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { PersonAvatar } from './PersonAvatar.tsx'
import classes from './toast.module.css'

export interface NewMessageToastProps {
  name: string
  /** The text in the teammate's language, cut to two lines. */
  text: string
  /** Messages from this contact since the toast opened. */
  count: number
  onOpen: () => void
}

/** The inside of a new message toast; the whole toast is its button. */
export function NewMessageToast({ name, text, count, onOpen }: NewMessageToastProps) {
  return (
    <UnstyledButton className={classes.open} onClick={onOpen}>
      <PersonAvatar name={name} size={32} />
      <span>
        <span className={classes.title} style={{ fontWeight: 500 }}>
          <bdi>{name}</bdi>
          {count > 1 && (
            <>
              , <Plural value={count} one="# new" other="# new" />
            </>
          )}
        </span>
        <span className={classes.lines} dir="auto">
          {text}
        </span>
      </span>
    </UnstyledButton>
  )
}

export interface LinkToastProps {
  message: string
  onOpen: () => void
}

/** The words of a toast that leads somewhere; the whole toast is its button. */
export function LinkToast({ message, onOpen }: LinkToastProps) {
  return (
    <UnstyledButton className={classes.open} onClick={onOpen}>
      {message}
    </UnstyledButton>
  )
}

export interface UndoToastProps {
  /** What was done: "Archived." */
  message: string
  onUndo: () => void
  /** Called when the ring has run out. */
  onTimeout: () => void
}

/** The inside of an undo toast: text, button and a ring whose animation is the clock. */
export function UndoToast({ message, onUndo, onTimeout }: UndoToastProps) {
  return (
    <div className={classes.undo}>
      <span>{message}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        <Trans>Undo</Trans>
      </Button>
      <svg className={classes.ring} width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2" aria-hidden>
        <circle className={classes.track} cx="9" cy="9" r="7" />
        <circle className={classes.left} cx="9" cy="9" r="7" data-timer onAnimationEnd={onTimeout} />
      </svg>
    </div>
  )
}
