import { Plural, Trans } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { NameAvatar } from '../text/NameAvatar.tsx'
import classes from './toast.module.css'

export interface NewMessageToastProps {
  name: string
  /** The message text in the teammate's language, limited to two lines. */
  text: string
  /** Messages from this contact since the toast opened. */
  count: number
  onOpen: () => void
}

/** Renders the content of a new message toast; the whole toast is its button. */
export function NewMessageToast({ name, text, count, onOpen }: NewMessageToastProps) {
  return (
    <UnstyledButton className={classes.open} onClick={onOpen}>
      <NameAvatar name={name} size={32} />
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

/** Renders the text of a toast with a link; the whole toast is its button. */
export function LinkToast({ message, onOpen }: LinkToastProps) {
  return (
    <UnstyledButton className={classes.open} onClick={onOpen}>
      {message}
    </UnstyledButton>
  )
}

export interface UndoToastProps {
  /** The completed action: "Archived." */
  message: string
  onUndo: () => void
  fixedMs?: number
  /** Called when the countdown ring has ended. */
  onTimeout: () => void
}

/** Renders the content of an undo toast: text, button and a ring whose animation is the countdown. */
export function UndoToast({ message, onUndo, fixedMs, onTimeout }: UndoToastProps) {
  return (
    <div className={classes.undo}>
      <span>{message}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        <Trans>Undo</Trans>
      </Button>
      <svg className={classes.ring} width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2" aria-hidden>
        <circle className={classes.track} cx="9" cy="9" r="7" />
        <circle
          className={classes.left}
          cx="9"
          cy="9"
          r="7"
          data-timer
          style={
            fixedMs === undefined ? undefined : { animationDuration: `${fixedMs}ms`, animationPlayState: 'running' }
          }
          onAnimationEnd={onTimeout}
        />
      </svg>
    </div>
  )
}
