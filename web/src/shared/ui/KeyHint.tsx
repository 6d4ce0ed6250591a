import { Kbd } from '@mantine/core'
import classes from './KeyHint.module.css'

export interface KeyHintProps {
  /** Keys as they are pressed: "Ctrl K", "G I"; `Mod` becomes ⌘ on Apple devices and Ctrl elsewhere. */
  keys: string
}

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/**
 * Shows a shortcut next to its action, so that users learn it; hidden on touch devices and from screen readers, which
 * have aria-keyshortcuts.
 */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={classes.keys} aria-hidden>
      {keys.split(' ').map((key, index) => (
        <Kbd key={index} size="xs">
          {key === 'Mod' ? (isApple ? '⌘' : 'Ctrl') : key}
        </Kbd>
      ))}
    </span>
  )
}
