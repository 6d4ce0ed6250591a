import type { ComponentPropsWithRef } from 'react'
import classes from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'> {
  isSmall?: boolean
  /** Whether it is in the on state. */
  isOn?: boolean
}

/**
 * A plain icon-only button; needs an `aria-label`. For parts that render again on each click: Mantine's button costs
 * several times as much.
 */
export function IconButton({ isSmall, isOn, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto mantine-active ${classes.button}`}
      data-small={isSmall || undefined}
      data-on={isOn || undefined}
      {...rest}
    />
  )
}
